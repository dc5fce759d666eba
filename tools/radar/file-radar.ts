/** A quadrant or ring of a file. */
export interface FilePart {
  id?: string | undefined
  name: string
  color?: string | undefined
  description?: string | undefined
}

/** How an entry reached its ring: new, moved in, moved out, or no move. */
export type Movement = 'new' | 'in' | 'out' | 'none'

/** One position of an entry. */
export interface FilePosition {
  /** Id, name or index of the ring, counted from the innermost. */
  ring: string | number
  /** ISO 8601; `undefined` in formats without dates. */
  date?: string | undefined
  description?: string | undefined
  movement?: Movement | undefined
}

/** An entry of a file; missing values are `undefined`. */
export interface FileEntry {
  /** Line, JSON path or file name for messages: `line 3`. */
  location: string
  id?: string | undefined
  title: string
  /** Id, name or index of the quadrant. */
  quadrant: string | number
  key?: string | undefined
  url?: string | undefined
  description?: string | undefined
  links?: { url: string; title: string }[] | undefined
  tags?: string[] | undefined
  /** At least one, the present position last. */
  positions: FilePosition[]
  /** A message about a value that is not imported. */
  note?: string | undefined
}

/** An invalid entry of a file. */
export interface FileFault {
  location: string
  /** Title of the entry, if it has one. */
  title?: string | undefined
  detail: string
}

/** The radar of a file. */
export interface FileRadar {
  title?: string | undefined
  quadrants: FilePart[]
  /** Innermost first. */
  rings: FilePart[]
  /** Whether the file defines quadrants and rings; otherwise they are collected from its entries. */
  isDefined: boolean
  /** Whether the order of the rings is a guess. */
  isRingOrderGuessed?: boolean
  /** How the file can name quadrants and rings, in a format that has members for them. */
  naming?: string
  /** Whether entries have timelines, instead of only the present position. */
  hasTimelines: boolean
  entries: FileEntry[]
  /** Invalid entries. */
  faults: FileFault[]
  /** Messages about content that is not imported. */
  notes: string[]
}

/** File contents by path below the given folder; a single file has the path ''. */
export type Files = ReadonlyMap<string, string>

/** An invalid file or argument; the message is for the operator. */
export class FormatError extends Error {}

/** The distinct quadrants or rings of entries, in order of appearance. */
export function mentioned(names: readonly string[]): FilePart[] {
  const found = new Map<string, FilePart>()
  for (const name of names) {
    const folded = foldPartName(name)
    if (!found.has(folded)) found.set(folded, { name })
  }
  return [...found.values()]
}

/** Normalises a name for comparison. */
export function foldName(name: string): string {
  return name.normalize('NFC').trim().toLowerCase()
}

/**
 * Normalises the name of a quadrant or ring for comparison: "&" is "and", and hyphens and underscores are
 * spaces, as in Thoughtworks' program. Published files contain all spellings.
 */
export function foldPartName(name: string): string {
  const words = name.normalize('NFKC').toLowerCase().replaceAll('&', ' and ')
  return words.replace(/[\s_\p{Dash}]+/gu, ' ').trim() || foldName(name)
}

/** The content of a single file. */
export function singleFile(files: Files): string {
  return files.get('') ?? ''
}
