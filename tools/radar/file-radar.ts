/** A quadrant or a ring as a file tells of it: by an id, a name, or both. */
export interface FilePart {
  id?: string | undefined
  name: string
  color?: string | undefined
  description?: string | undefined
}

/** How an entry came to its ring: it is new, came further in, went further out, or stayed. */
export type Movement = 'new' | 'in' | 'out' | 'none'

/** One position of an entry. */
export interface FilePosition {
  /** Id or name of the ring, or its index counted from the innermost. */
  ring: string | number
  /** ISO 8601; undefined in formats that know the present only. */
  date?: string | undefined
  description?: string | undefined
  movement?: Movement | undefined
}

/** An entry as a file tells of it; what is undefined the file does not say. */
export interface FileEntry {
  /** Where it stands, for people: `line 3`. */
  place: string
  id?: string | undefined
  title: string
  /** Id or name of the quadrant, or its index. */
  quadrant: string | number
  key?: string | undefined
  url?: string | undefined
  description?: string | undefined
  links?: { url: string; title: string }[] | undefined
  tags?: string[] | undefined
  /** At least one; the last is the present one. */
  positions: FilePosition[]
  /** What the file says and is not taken over. */
  note?: string | undefined
}

/** What is wrong with a file, and where. */
export interface FileFault {
  place: string
  /** The title of the entry, when it has one. */
  title?: string | undefined
  detail: string
}

/** A radar as a file tells of it. */
export interface FileRadar {
  title?: string | undefined
  quadrants: FilePart[]
  /** The innermost first. */
  rings: FilePart[]
  /** Whether the file defines quadrants and rings; otherwise they are those that its entries mention. */
  isDefined: boolean
  /** Whether entries come with their past, and not with the present position alone. */
  hasPast: boolean
  entries: FileEntry[]
  /** Entries that could not be read. */
  faults: FileFault[]
}

/** Texts by their paths below what was named at the terminal; a file that is alone has the path ''. */
export type Files = ReadonlyMap<string, string>

/** A mistake in what a person gave; its message is all they need. */
export class FormatError extends Error {}

/** The quadrants or rings that entries mention, in the order in which they appear. */
export function mentioned(names: readonly string[]): FilePart[] {
  return [...new Map(names.map((name) => [foldName(name), { name }])).values()]
}

/** A name as it is compared: without case and outer spaces. */
export function foldName(name: string): string {
  return name.trim().toLowerCase()
}

/** The one text of formats that are a single file. */
export function onlyText(files: Files): string {
  return files.get('') ?? ''
}
