import jsTokens from 'js-tokens'

/** A run of prose in a file. */
interface Prose {
  text: string
  /** Number of the line on which it begins, from 1. */
  line: number
  isCode: boolean
}

const COMMENTS = new Set(['SingleLineComment', 'MultiLineComment'])
const STRINGS = new Set([
  'StringLiteral',
  'NoSubstitutionTemplate',
  'TemplateHead',
  'TemplateMiddle',
  'TemplateTail',
])

/** Returns the comments and the strings of a program. A string without white space is not prose. */
export function proseOfCode(source: string): Prose[] {
  const found: Prose[] = []
  let line = 1
  for (const { type, value } of jsTokens(source)) {
    if (COMMENTS.has(type)) found.push({ text: bare(value), line, isCode: true })
    if (STRINGS.has(type) && /\S\s+\S/.test(value)) {
      found.push({ text: value.slice(1, -1), line, isCode: true })
    }
    line += value.split('\n').length - 1
  }
  return joinLineComments(found, source)
}

/** Returns the paragraphs of a document. */
export function proseOfDocument(source: string): Prose[] {
  const found: Prose[] = []
  let line = 1
  for (const part of source.split(/(\n\s*\n)/)) {
    if (part.trim()) found.push({ text: part, line, isCode: false })
    line += part.split('\n').length - 1
  }
  return found
}

/** Removes the comment markers and keeps the line breaks. */
function bare(comment: string): string {
  return comment
    .replace(/^\/\*+ ?|\s*\*+\/$|^\/\/\s?/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, ''))
    .join('\n')
}

/** Joins line comments on consecutive lines, so that a sentence is matched across them. */
function joinLineComments(found: Prose[], source: string): Prose[] {
  const lines = source.split('\n')
  const joined: Prose[] = []
  let end = 0
  for (const prose of found) {
    const isLineComment = lines[prose.line - 1]?.trimStart().startsWith('//') ?? false
    const before = joined.at(-1)
    if (isLineComment && before && end === prose.line - 1) before.text += `\n${prose.text}`
    else joined.push({ ...prose })
    end = isLineComment ? prose.line : 0
  }
  return joined
}
