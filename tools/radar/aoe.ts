import { z } from 'zod'
import { parse, stringify } from 'yaml'
import {
  FormatError,
  mentioned,
  type FileEntry,
  type FileFault,
  type FileRadar,
  type Files,
} from './file-radar.ts'
import { parseFile, messageOf } from './json-file.ts'
import type { Outline, OutlinedEntry, OutlinedPosition } from './outline.ts'

const Part = z.looseObject({
  id: z.string().min(1),
  title: z.string().min(1),
  color: z.string().optional(),
  description: z.string().optional(),
})
const Config = z.looseObject({
  quadrants: z.array(Part).optional(),
  rings: z.array(Part).optional(),
  labels: z.looseObject({ title: z.string().optional() }).optional(),
})
const Text = z.union([z.string(), z.number().transform(String)])
const FrontMatter = z.looseObject({
  title: Text.optional(),
  ring: Text.optional(),
  quadrant: Text.optional(),
  tags: z.array(Text).nullish(),
  info: Text.nullish(),
  featured: z.unknown().optional(),
})

const CONFIG = 'config.json'
const RELEASE = /(?:^|\/)(\d{4}-\d\d-\d\d)\/(?:.*\/)?([^/]+)\.md$/
const FRONT_MATTER = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/

/** One Markdown file: an entry in a release. */
interface Revision extends z.infer<typeof FrontMatter> {
  path: string
  date: string
  body: string
}

/**
 * Reads the folder of AOE's radar. It has a folder per release with a Markdown file per reviewed entry.
 * Missing values are those of the previous release. `config.json` defines quadrants and rings.
 *
 * @throws FormatError when there is no release or `config.json` is invalid
 */
export function readAoe(files: Files): FileRadar {
  const found = [...files].flatMap(([path, text]) => {
    const [, date, name] = RELEASE.exec(path) ?? []
    return date === undefined || name === undefined ? [] : [{ path, text, date, name }]
  })
  if (found.length === 0) {
    throw new FormatError('the folder has no <YYYY-MM-DD>/<name>.md')
  }
  const faults: FileFault[] = []
  const revisions = found.flatMap(({ path, text, date, name }) => {
    try {
      return [{ ...readRevision(text), path, date, name }]
    } catch (error) {
      if (!(error instanceof FormatError)) throw error
      faults.push({ location: path, title: idOf(name), detail: error.message })
      return []
    }
  })
  const entries = [...Map.groupBy(revisions, ({ name }) => name)].flatMap(([name, all]) => {
    const entry = entryOf(
      idOf(name),
      all.toSorted((a, b) => (a.date < b.date ? -1 : 1)),
    )
    if ('positions' in entry) return [entry]
    faults.push(entry)
    return []
  })
  const config = files.get(CONFIG)
  const { quadrants, rings, labels } = config === undefined ? {} : parseFile(Config, config)
  return {
    title: labels?.title,
    quadrants: quadrants?.map(partOf) ?? mentioned(entries.map(({ quadrant }) => String(quadrant))),
    rings:
      rings?.map(partOf) ??
      mentioned(entries.flatMap(({ positions }) => positions.map(({ ring }) => String(ring)))),
    isDefined: quadrants !== undefined && rings !== undefined,
    hasTimelines: true,
    entries,
    faults,
  }
}

function readRevision(text: string) {
  const [head, front = ''] = FRONT_MATTER.exec(text) ?? []
  if (head === undefined) throw new FormatError('does not begin with front matter')
  const value = yamlIn(front) ?? {}
  const { data, error } = FrontMatter.safeParse(value)
  if (error) throw new FormatError(messageOf(error, value, 'front matter'))
  const end = head.endsWith('\r\n') ? '\r\n' : '\n'
  const rest = text.slice(head.length)
  const from = rest.startsWith(end) ? end.length : 0
  const body = rest.slice(from, rest.length > from && rest.endsWith(end) ? -end.length : undefined)
  return { ...data, body }
}

/** Rejects aliases, which could expand to a huge value. */
function yamlIn(front: string): unknown {
  try {
    return parse(front, { maxAliasCount: 0, schema: 'core', logLevel: 'error' }) as unknown
  } catch (error) {
    const { linePos } = error as { linePos?: readonly { line: number }[] }
    // The delimiter before the front matter is the first line of the file.
    const line = linePos?.[0] && `line ${linePos[0].line + 1}: `
    throw new FormatError(`${line ?? ''}front matter is not YAML, or it has aliases`, {
      cause: error,
    })
  }
}

function entryOf(id: string, revisions: readonly Revision[]): FileEntry | FileFault {
  const latest = <K extends 'title' | 'quadrant' | 'tags' | 'info' | 'featured'>(key: K) =>
    revisions.map((revision) => revision[key] ?? undefined).findLast((value) => value !== undefined)
  const title = latest('title') ?? id
  const location = revisions.at(-1)?.path ?? ''
  const quadrant = latest('quadrant')
  if (quadrant === undefined) return { location, title, detail: 'has no quadrant' }
  let ring: string | undefined
  const positions: FileEntry['positions'] = []
  for (const { ring: next = ring, date, body, path } of revisions) {
    if (next === undefined) return { location: path, title, detail: 'has no ring' }
    positions.push({ ring: next, date, description: body === '' ? undefined : body })
    ring = next
  }
  const note = latest('featured') === false ? '"featured: false" is not imported' : undefined
  return {
    location,
    id,
    title,
    quadrant,
    tags: latest('tags'),
    description: latest('info'),
    positions,
    ...(note && { note }),
  }
}

/** Writes the folder with `config.json`, without which the generator uses default quadrants. */
export function writeAoe(outline: Outline): Files {
  const { title, quadrants, rings, entries } = outline
  const config = {
    quadrants: quadrants.map(({ id, name, color, description }, i) => ({
      id,
      title: name,
      description: textOf(description),
      color: textOf(color) || QUADRANT_COLORS[i % QUADRANT_COLORS.length],
    })),
    rings: rings.map(({ id, name, color, description }, i) => ({
      id,
      title: name,
      description: textOf(description),
      color: textOf(color) || RING_COLOR,
      // All rings have the same area; the radius of the outermost is 1.
      radius: Number(Math.sqrt((i + 1) / rings.length).toFixed(2)),
      strokeWidth: Math.max(1, rings.length - i),
    })),
    labels: { title },
  }
  return new Map([
    [CONFIG, `${JSON.stringify(config, null, 2)}\n`],
    ...entries.flatMap((entry) => revisionsOf(entry, outline.notes)),
  ])
}

const QUADRANT_COLORS = ['#a3b18a', '#588157', '#3f633e', '#40713f']
const RING_COLOR = '#588157'
const WITHOUT_DATE = 'not exported, it has no date'
const SEVERAL_ON_ONE_DAY = 'several positions on one day, only the last is exported'

/** One file per day with the last position of the day; positions out of order are skipped. */
function revisionsOf(entry: OutlinedEntry, notes: string[]): [string, string][] {
  const files: [string, string][] = []
  let later = '9999-12-31T'
  for (const position of entry.positions.toReversed()) {
    const day = dayOf(position)
    const isPresent = files.length === 0
    if (day === undefined || day >= later) {
      notes.push(`${entry.title}: ${isPresent ? WITHOUT_DATE : SEVERAL_ON_ONE_DAY}`)
      if (isPresent) return []
      continue
    }
    later = day
    files.unshift([`radar/${day}/${nameOf(entry.id)}.md`, revisionText(entry, position)])
  }
  return files
}

function revisionText(
  { title, quadrant, tags, description }: OutlinedEntry,
  position: OutlinedPosition,
): string {
  const front = stringify(
    {
      title,
      ring: position.ring.id,
      quadrant: quadrant.id,
      ...(tags.length > 0 && { tags }),
      ...(description !== '' && { info: description }),
    },
    { lineWidth: 0 },
  )
  return `---\n${front}---\n\n${position.description}\n`
}

function dayOf({ instant }: OutlinedPosition): string | undefined {
  return instant === undefined ? undefined : new Date(instant).toISOString().slice(0, 10)
}

/** Encodes an id so that its file cannot be outside of the release folder. */
function nameOf(id: string): string {
  return encodeURIComponent(id.toWellFormed())
}

function idOf(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

function partOf({ id, title, color, description }: z.infer<typeof Part>) {
  return { id, name: title, color, description: description || undefined }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
