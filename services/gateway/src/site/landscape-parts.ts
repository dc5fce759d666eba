import { LandingReply } from '@landscape/contracts/landing'
import { z } from 'zod'
import type { LandingParts, ServiceReply } from './landing-page.ts'

const Seats = z.object({
  seats: z.number(),
  used: z.number(),
  newest_day: z.string().nullable().optional(),
})
const SVG = 'image/svg+xml'
const JSON_TYPE = 'application/json'
const UNAVAILABLE = { missing: 'unavailable' } as const
const ABSENT = { missing: 'absent' } as const

/** Requests what the landing page shows, at the same time. */
export async function readLandscapeParts(
  part: (path: string, mediaType: string) => Promise<ServiceReply>,
): Promise<LandingParts> {
  const [landing, seatsPart, usage] = await Promise.all([
    part('/api/landing', JSON_TYPE),
    part('/assistant/api/org/seats', JSON_TYPE),
    part('/assistant/api/org/svg', SVG),
  ])
  const { numbers, radar, moves } = parsed(landing, LandingReply) ?? {}
  const hasRadar = numbers?.entries !== 0
  const missing = 'missing' in landing ? landing : UNAVAILABLE
  const seats = parsed(seatsPart, Seats)
  const isEmpty = numbers?.projects === 0 && numbers.repositories === null && numbers.entries === 0
  const knownSeats = seats && seats.seats > 0 ? seats : undefined
  return {
    headlines: { numbers: isEmpty ? undefined : (numbers ?? undefined), seats: knownSeats },
    isEmpty,
    sources: [
      ...(numbers && numbers.repositories !== null
        ? [['Repositories', numbers.repositoriesAsOf] as const]
        : []),
      ...(knownSeats?.newest_day
        ? [['Usage of the code assistant', knownSeats.newest_day] as const]
        : []),
    ],
    radar: hasRadar ? (radar ?? missing) : ABSENT,
    moves: hasRadar ? (moves ?? missing) : ABSENT,
    languages: numbers ? { isKnown: numbers.repositories !== null } : missing,
    usage: 'missing' in usage ? usage : { isKnown: true },
  }
}

/** The body of a part; `undefined` when it is missing or malformed. */
function parsed<T>(part: ServiceReply, schema: z.ZodType<T>): T | undefined {
  if ('missing' in part) return undefined
  try {
    return schema.safeParse(JSON.parse(part.text)).data
  } catch {
    return undefined
  }
}
