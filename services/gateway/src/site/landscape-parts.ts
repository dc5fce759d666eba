import { earlierOf, TrendsReply } from '@landscape/contracts/landscape-months'
import { readDirectorates } from '@landscape/contracts/directorates'
import { z } from 'zod'
import { UNAVAILABLE, type Headlines } from './headlines-section.ts'
import type { LandingParts, MissingPart, Part, ShownBanner } from './landing-page.ts'

const SVG = 'image/svg+xml'
const JSON_TYPE = 'application/json'
const MONTHS = 3

const Text = z.string().catch('')
const Banners = z.object({
  messages: z.array(z.looseObject({ title: Text, message: Text, type: Text })),
})
const Moves = z.object({
  // A data service of an earlier version returns neither.
  title: Text,
  rings: z.array(z.object({ id: z.string(), name: z.string() })).default([]),
  changes: z.array(
    z.looseObject({
      title: z.string(),
      from: z.string().nullable(),
      to: z.string(),
      date: z.string(),
      description: Text,
    }),
  ),
})
const Technologies = z.object({
  totals: z.object({ projects: z.number(), repositories: z.number() }),
  asOf: z.object({ repositories: z.string().nullable() }).optional(),
})
const Drift = z.object({ total: z.number() })
const Seats = z.object({
  seats: z.number(),
  used: z.number(),
  newest_day: z.string().nullable().optional(),
})

/** Requests all parts of the landing page at the same time. */
export async function readLandscapeParts(
  part: (path: string, mediaType: string) => Promise<Part>,
  now: number,
): Promise<LandingParts> {
  const since = monthsBefore(now)
  const requests = {
    drift: part('/api/drift?kind=on-hold-in-use&limit=1', JSON_TYPE),
    technologies: part('/api/technologies?limit=1', JSON_TYPE),
    seats: part('/assistant/api/org/seats', JSON_TYPE),
    radar: part('/api/tech-radar/svg', SVG),
    moves: part(`/api/tech-radar/changes?since=${since}`, JSON_TYPE),
    languages: part('/api/languages/svg', SVG),
    usage: part('/assistant/api/org/svg', SVG),
    banners: part('/api/banners', JSON_TYPE),
    directorates: part('/api/directorates/json', JSON_TYPE),
    trends: part('/api/trends', JSON_TYPE),
  }
  const read = await Promise.all(
    Object.entries(requests).map(async ([name, request]) => [name, await request] as const),
  )
  const parts = Object.fromEntries(read) as Record<keyof typeof requests, Part>
  const { radar, languages, usage } = parts
  return {
    ...numbersIn(parts),
    radar,
    since,
    ...movesIn(parts.moves),
    languages,
    usage,
    banners: bannersIn(parts.banners),
    directorate: directorateIn(parts.directorates),
  }
}

function monthsBefore(now: number): string {
  const date = new Date(now)
  date.setUTCMonth(date.getUTCMonth() - MONTHS)
  return date.toISOString().slice(0, 10)
}

/** Numbers of what is not stored are absent; without projects and repositories nothing can be in use. */
function numbersIn(
  parts: Record<'drift' | 'technologies' | 'seats' | 'trends', Part>,
): Pick<LandingParts, 'headlines' | 'sources'> {
  const drift = numbersOf(parts.drift, Drift)
  const technologies = numbersOf(parts.technologies, Technologies)
  const seats = numbersOf(parts.seats, Seats)
  const headlines: Headlines = {}
  const sources: (readonly [string, string | null])[] = []
  if (technologies === UNAVAILABLE) {
    Object.assign(headlines, { projects: UNAVAILABLE, repositories: UNAVAILABLE })
  } else if (technologies) {
    const { projects, repositories } = technologies.totals
    if (projects > 0) headlines.projects = projects
    if (repositories > 0) {
      headlines.repositories = repositories
      sources.push(['Repositories', technologies.asOf?.repositories ?? null])
    }
  }
  const hasSubjects = headlines.projects !== undefined || headlines.repositories !== undefined
  if (drift !== undefined && hasSubjects) {
    headlines.onHoldInUse = drift === UNAVAILABLE ? drift : drift.total
    // An earlier number is not worth a failed page.
    headlines.earlier = earlierOf(parsed(parts.trends, TrendsReply) ?? { months: [] })
  }
  if (seats === UNAVAILABLE) headlines.seats = seats
  else if (seats && seats.seats > 0) headlines.seats = seats
  const newestDay = seats === UNAVAILABLE ? undefined : seats?.newest_day
  if (newestDay) sources.push(['Usage of the code assistant', newestDay])
  return { headlines, sources }
}

/** The body of a part; `undefined` when the reader may not see it or nothing is stored. */
function numbersOf<T>(part: Part, schema: z.ZodType<T>): T | typeof UNAVAILABLE | undefined {
  if ('missing' in part) return part.missing === UNAVAILABLE ? UNAVAILABLE : undefined
  return parsed(part, schema) ?? UNAVAILABLE
}

function movesIn(part: Part): Pick<LandingParts, 'moves' | 'rings' | 'radarTitle'> {
  const read = parsed(part, Moves)
  const missing = 'missing' in part ? part : ({ missing: 'unavailable' } as const)
  return {
    moves: read?.changes ?? missing,
    rings: read?.rings ?? [],
    radarTitle: read?.title || undefined,
  }
}

function bannersIn(part: Part): readonly ShownBanner[] | MissingPart {
  if ('missing' in part) return part
  const banners = parsed(part, Banners)?.messages
  return banners?.filter(({ message }) => message !== '') ?? { missing: 'unavailable' }
}

/** The name of the default directorate; `undefined` when it is the only one, or unknown. */
function directorateIn(part: Part): string | undefined {
  const { main, enabled } = readDirectorates(parsed(part, z.array(z.unknown())) ?? [])
  return enabled.some(({ id }) => id !== main.id) ? main.name : undefined
}

/** The body of a part; `undefined` when it is missing or malformed. */
function parsed<T>(part: Part, schema: z.ZodType<T>): T | undefined {
  if ('missing' in part) return undefined
  try {
    return schema.safeParse(JSON.parse(part.text)).data
  } catch {
    return undefined
  }
}
