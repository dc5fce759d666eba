import { isUtf8 } from 'node:buffer'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { FormatError, type Files } from './file-radar.ts'

/** Maximum size of all files, equal to that of a radar in a request. */
const MAX_BYTES = 10 * 1024 * 1024
const MAX_FILES = 20_000

/**
 * Reads a file, or the Markdown and JSON files below a folder.
 * @throws FormatError when a file is missing, not UTF-8 or too large
 */
export async function readFiles(path: string, { isFolder = false }): Promise<Files> {
  const found = await stat(path).catch(() => undefined)
  if (!found) throw new FormatError(`${path} does not exist`)
  if (found.isDirectory() !== isFolder) {
    throw new FormatError(
      `${path} is ${isFolder ? 'a file' : 'a folder'}, but this format ` +
        `needs a ${isFolder ? 'folder' : 'file'}`,
    )
  }
  const names = isFolder ? await namesBelow(path) : ['']
  const files = new Map<string, string>()
  let bytes = 0
  for (const name of names) {
    const file = join(path, name)
    bytes += (await stat(file)).size
    if (bytes > MAX_BYTES) {
      throw new FormatError(`${path} exceeds ${MAX_BYTES / 1024 / 1024} MB`)
    }
    files.set(name.split(sep).join('/'), textOf(await readFile(file), file))
  }
  return files
}

async function namesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile() && /\.(?:md|json)$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  if (names.length > MAX_FILES) throw new FormatError(`${folder} has more than ${MAX_FILES} files`)
  return names.toSorted()
}

function textOf(bytes: Buffer, name: string): string {
  if (bytes.length >= 2 && [0xfeff, 0xfffe].includes(bytes.readUInt16BE(0))) {
    throw new FormatError(`${name} is UTF-16: save it as UTF-8`)
  }
  if (isUtf8(bytes)) return bytes.toString().replace(/^\uFEFF/, '')
  throw new FormatError(`${name}: line ${badLine(bytes)} is not UTF-8: save it as UTF-8`)
}

function badLine(bytes: Buffer): number {
  let line = 1
  for (let start = 0; start < bytes.length; line++) {
    const end = bytes.indexOf('\n', start)
    const next = end < 0 ? bytes.length : end + 1
    if (!isUtf8(bytes.subarray(start, next))) break
    start = next
  }
  return line
}
