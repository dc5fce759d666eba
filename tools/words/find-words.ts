import { EXCEPTIONS, type Wording, WORDINGS } from './patterns.ts'
import { proseOfCode, proseOfDocument } from './prose.ts'

/** A wording to avoid that a file contains. */
export interface Finding {
  path: string
  line: number
  found: string
  write: string
}

const CODE = /\.(ts|js|mjs)$/

const COMPILED = WORDINGS.map((wording) => ({ ...wording, pattern: compiled(wording) }))
const EXCEPTED = new RegExp(EXCEPTIONS.map(spaced).join('|'), 'gi')

/** Returns the wordings of one file that `patterns.ts` lists, in the order of its prose. */
export function findWords(path: string, source: string): Finding[] {
  const prose = CODE.test(path) ? proseOfCode(source) : proseOfDocument(source)
  return prose.flatMap(({ text, line, isCode }) => {
    const excepted = text.replace(EXCEPTED, (phrase) => '_'.repeat(phrase.length))
    return COMPILED.filter(({ codeOnly }) => isCode || !codeOnly).flatMap(({ pattern, write }) =>
      [...excepted.matchAll(pattern)].map((match) => ({
        path,
        line: line + text.slice(0, match.index).split('\n').length - 1,
        found: match[0].replaceAll(/\s+/g, ' '),
        write,
      })),
    )
  })
}

function compiled({ avoid }: Wording): RegExp {
  return new RegExp(spaced(avoid), 'gi')
}

function spaced(pattern: string): string {
  return pattern.replaceAll(' ', String.raw`\s+`)
}
