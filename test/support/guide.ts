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
