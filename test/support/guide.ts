import { readFile, writeFile, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A fenced block of a guide. */
export interface Block {
  /** `sh`, `ts`, `json`, `diff` … */
  language: string
  /** The file that it contains or changes; absent for commands and their output. */
  title?: string
  text: string
}

/** Returns the fenced blocks of a Markdown document in order. */
export function blocksIn(markdown: string): Block[] {
  const fence = /^ *```(\w+)(?: title="([^"]+)")?\n(.*?)^ *```$/gms
  return [...markdown.matchAll(fence)].map(([, language = '', title, text = '']) => ({
    language,
    text,
    ...(title !== undefined && { title }),
  }))
}

/**
 * Returns the addresses that tables of a document show: paths, and parameters of the first address that it names.
 * Paths with a placeholder are omitted.
 */
export function addressesInTables(markdown: string): string[] {
  const [, first = ''] = /`GET (\/[^`\s]+)`/.exec(markdown) ?? []
  return [...markdown.matchAll(/^\|(?: `([^`]+)`)?.*$/gm)].flatMap(([row, code = '']) => {
    const [name, ...value] = code.split('=')
    if (/^\w+=./.test(code)) return [`${first}?${name}=${encodeURIComponent(value.join('='))}`]
    return [...row.matchAll(/`(?:GET )?(\/[^`{]+)`/g)].map(([, path = '']) => path)
  })
}

/**
 * Applies a block of a guide to a file below a directory.
 *
 * @throws Error when the replaced lines do not exist exactly once
 */
export async function applyBlock(directory: string, { language, title = '', text }: Block) {
  const path = join(directory, title)
  if (language !== 'diff') {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
    return
  }
  const lines = text.split('\n').filter((line) => line !== '')
  const without = (sign: string) =>
    lines
      .filter((line) => !line.startsWith(sign))
      .map((line) => `${line.slice(1)}\n`)
      .join('')
  const present = await readFile(path, 'utf8')
  const parts = present.split(without('+'))
  if (parts.length !== 2) {
    throw new Error(
      `${title}: the lines that the guide replaces exist ${parts.length - 1} times:\n${text}`,
    )
  }
  await writeFile(path, parts.join(without('-')))
}

/** Returns the addresses that a block of SQL or Python reads, and the members of their rows that it names. */
export function readsOf({ language, text }: Block): { paths: string[]; members: string[] } {
  const paths = [...text.matchAll(/\/(?:admin\/|assistant\/)?api\/[^'"`\s]+/g)].map(
    ([path]) => path,
  )
  const members = language === 'sql' ? columnsIn(text) : stringsIn(text)
  return { paths, members: [...new Set(members)] }
}

/** Column names are the lower-case words of a query that are neither functions, nor named by it. */
function columnsIn(sql: string): string[] {
  return sql
    .replaceAll(/'[^']*'|--.*$/gm, '')
    .split(';')
    .filter((statement) => statement.includes('SELECT') && statement.includes('read_ndjson'))
    .flatMap((statement) => {
      const aliases = [...statement.matchAll(/\bAS (\w+)/g)].map(([, alias = '']) => alias)
      const ofTable = new RegExp(`^(?:${aliases.join('|')})\\.`)
      return [...statement.matchAll(/(?<![\w.])[a-z]\w*(?:\.\w+)*\b(?!\()/g)]
        .map(([word]) => word.replace(ofTable, ''))
        .filter((word) => !aliases.includes(word))
    })
}

/** Members are the strings of a program that are names, in lower case. */
function stringsIn(python: string): string[] {
  return [...python.matchAll(/'([a-z]\w*(?:\.\w+)*)'/g)]
    .map(([, text = '']) => text)
    .filter((text) => !text.endsWith('.key'))
}
