import { isRecord } from '@landscape/contracts/json'
import { z } from 'zod'
import { parse } from 'yaml'
import {
  FormatError,
  mentioned,
  type FileEntry,
  type FileFault,
  type FileRadar,
  type Files,
} from './file-radar.ts'
import { parseFile, messageOf, withoutNulls } from './json-file.ts'
import { notImported, undeclaredMembers } from './not-imported.ts'
import { orderRings } from './ring-order.ts'

const Part = z.looseObject({
  id: z.string().min(1),
  title: z.string().min(1),
  color: z.string().optional(),
  description: z.string().optional(),
  /** Layout of a ring, which the export computes. */
  radius: z.unknown().optional(),
  strokeWidth: z.unknown().optional(),
})
/** Version 3 of the generator has names by id, and ids of rings. */
const Parts = z.preprocess((value) => {
  if (isRecord(value)) return Object.entries(value).map(([id, title]) => ({ id, title }))
  return Array.isArray(value)
    ? value.map((part: unknown) => (typeof part === 'string' ? { id: part, title: part } : part))
    : value
}, z.array(Part))
/** Version 5 has renamed quadrants to segments. */
const Config = z.looseObject({
  segments: Parts.optional(),
  quadrants: Parts.optional(),
  rings: Parts.optional(),
  labels: z.looseObject({ title: z.string().optional() }).optional(),
})
const Text = z.union([z.string(), z.number().transform(String)])
const FrontMatter = z.looseObject({
  title: Text.optional(),
  ring: Text.optional(),
  segment: Text.optional(),
  quadrant: Text.optional(),
  tags: z.array(Text).optional(),
  info: Text.optional(),
  featured: z.unknown().optional(),
})

const CONFIG = 'config.json'
const RELEASE = /(?:^|\/)(\d{4}-\d\d-\d\d)\/(?:.*\/)?([^/]+)\.md$/
const FRONT_MATTER = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/

/** One Markdown file: an entry in a release. */
interface Revision {
  path: string
  date: string
  front: z.infer<typeof FrontMatter>
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
  const text = files.get(CONFIG) ?? files.get(`public/${CONFIG}`)
  const config = text === undefined ? {} : parseFile(Config, text)
  const { segments = config.quadrants, rings, labels } = config
  const ordered = orderRings(
    entries.flatMap(({ positions }) => positions.map(({ ring }) => String(ring))),
  )
  const unread = [...files.keys()].filter((path) => path.endsWith('.md') && !RELEASE.test(path))
  return {
    title: labels?.title,
    quadrants: segments?.map(partOf) ?? mentioned(entries.map(({ quadrant }) => String(quadrant))),
    rings: rings?.map(partOf) ?? ordered.rings,
    isDefined: segments !== undefined && rings !== undefined,
    isRingOrderGuessed: rings === undefined && ordered.isGuessed,
    naming:
      '"segments": [{ "id": …, "title": … }], "rings": [{ "id": …, "title": … }] in config.json',
    hasTimelines: true,
    entries,
    faults,
    notes: [
      ...notImported('Members of config.json', undeclaredMembers(Config, config)),
      ...notImported(
        'Members of front matter',
        revisions.flatMap(({ front }) => undeclaredMembers(FrontMatter, front)),
      ),
      ...notImported('Files', unread),
    ],
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
  return { front: { ...data, segment: data.segment ?? data.quadrant }, body }
}

/** Rejects aliases, which could expand to a huge value. */
function yamlIn(front: string): unknown {
  try {
    return withoutNulls(parse(front, { maxAliasCount: 0, schema: 'core', logLevel: 'error' }))
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
  const latest = <K extends keyof Revision['front']>(key: K) =>
    revisions.map(({ front }) => front[key]).findLast((value) => value !== undefined)
  const title = latest('title') ?? id
  const location = revisions.at(-1)?.path ?? ''
  const quadrant = latest('segment')
  if (quadrant === undefined) return { location, title, detail: 'has no segment' }
  let ring: string | undefined
  const positions: FileEntry['positions'] = []
  for (const { front, date, body, path } of revisions) {
    ring = front.ring ?? ring
    if (ring === undefined) return { location: path, title, detail: 'has no ring' }
    positions.push({ ring, date, description: body === '' ? undefined : body })
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
