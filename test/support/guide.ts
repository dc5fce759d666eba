import { readFile, writeFile, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A fenced block of a guide. */
export interface Block {
  /** `sh`, `ts`, `json`, `diff` … */
  language: string
  /** The file that it is, or of which it is a part; absent for commands and for what they answer. */
  title?: string
  text: string
}

/** The fenced blocks of a Markdown text, in their order. */
export function blocksIn(markdown: string): Block[] {
  const fence = /^ *```(\w+)(?: title="([^"]+)")?\n(.*?)^ *```$/gms
  return [...markdown.matchAll(fence)].map(([, language = '', title, text = '']) => ({
    language,
    text,
    ...(title !== undefined && { title }),
  }))
}

/**
 * Does to a directory what a reader of the guide is told to do to a file.
 * @throws Error when what the block replaces is not there, or not once
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
      `${title}: what the guide changes stands there ${parts.length - 1} times:\n${text}`,
    )
  }
  await writeFile(path, parts.join(without('-')))
}
