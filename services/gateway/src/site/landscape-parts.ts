import { z } from 'zod'
import type { Headlines, LandscapeParts, RadarMove, ShownBanner } from './landscape-page.ts'
import type { MissingPart, Part } from './parts.ts'

const SVG = 'image/svg+xml'
const JSON_TYPE = 'application/json'
const MONTHS = 3

const Text = z.string().catch('')
const Banners = z.object({
  messages: z.array(z.looseObject({ title: Text, message: Text, type: Text })),
})
const Moves = z.object({
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
})
const Drift = z.object({ total: z.number() })
const Seats = z.object({ seats: z.number(), used: z.number() })

/** Requests all parts of the landing page at the same time. */
export async function readLandscapeParts(
  part: (path: string, mediaType: string) => Promise<Part>,
  now: number,
): Promise<LandscapeParts> {
  const since = monthsBefore(now)
  const [drift, technologies, seats, radar, radarNarrow, moves, languages, usage, banners] =
    await Promise.all([
      part('/api/drift?kind=on-hold-in-use&limit=1', JSON_TYPE),
      part('/api/technologies?limit=1', JSON_TYPE),
      part('/assistant/api/org/seats', JSON_TYPE),
      part('/api/tech-radar/svg', SVG),
      part('/api/tech-radar/svg?layout=narrow', SVG),
      part(`/api/tech-radar/changes?since=${since}`, JSON_TYPE),
      part('/api/languages/svg', SVG),
      part('/assistant/api/org/svg', SVG),
      part('/api/banners', JSON_TYPE),
    ])
  return {
    headlines: headlinesIn({ drift, technologies, seats }),
    radar,
    radarNarrow,
    since,
    moves: movesIn(moves),
    languages,
    usage,
    banners: bannersIn(banners),
  }
}

function monthsBefore(now: number): string {
  const date = new Date(now)
  date.setUTCMonth(date.getUTCMonth() - MONTHS)
  return date.toISOString().slice(0, 10)
}

/** Numbers that a service did not return are absent; without projects and repositories nothing can be in use. */
function headlinesIn(parts: Record<'drift' | 'technologies' | 'seats', Part>): Headlines {
  const { projects = 0, repositories = 0 } = parsed(parts.technologies, Technologies)?.totals ?? {}
  const { seats = 0, used } = parsed(parts.seats, Seats) ?? {}
  return {
    ...(projects + repositories > 0 && { onHoldInUse: parsed(parts.drift, Drift)?.total }),
    ...(projects > 0 && { projects }),
    ...(repositories > 0 && { repositories }),
    ...(seats > 0 && { seats, usedSeats: used }),
  }
}

function movesIn(part: Part): readonly RadarMove[] | MissingPart {
  if ('missing' in part) return part
  const moves = parsed(part, Moves)?.changes
  return (
    moves?.map(({ from, to, ...move }) => ({
      ...move,
      from: from === null ? undefined : ringName(from),
      to: ringName(to),
    })) ?? { missing: 'unavailable' }
  )
}

/** The name of a ring by its id, which is its name in small letters in most radars. */
function ringName(id: string): string {
  return id.slice(0, 1).toUpperCase() + id.slice(1)
}

function bannersIn(part: Part): readonly ShownBanner[] | MissingPart {
  if ('missing' in part) return part
  const banners = parsed(part, Banners)?.messages
  return banners?.filter(({ message }) => message !== '') ?? { missing: 'unavailable' }
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
