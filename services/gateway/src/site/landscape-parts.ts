import { LandingReply } from '@landscape/contracts/landing'
import { z } from 'zod'
import type { LandingParts, MissingPart, Part } from './landing-page.ts'

const Seats = z.object({
  seats: z.number(),
  used: z.number(),
  newest_day: z.string().nullable().optional(),
})
const UNAVAILABLE = { missing: 'unavailable' } as const

/** Requests what the landing page shows, at the same time. */
export async function readLandscapeParts(
  part: (path: string) => Promise<Part>,
): Promise<LandingParts> {
  const [landing, seatsPart] = await Promise.all([
    part('/api/landing'),
    part('/assistant/api/org/seats'),
  ])
  const missing = 'missing' in landing ? landing : UNAVAILABLE
  const { numbers, radar, moves } = parsed(landing, LandingReply) ?? {}
  const seats = orMissing(seatsPart, Seats)
  const isEmpty = numbers?.projects === 0 && numbers.repositories === null && numbers.entries === 0
  const knownSeats = 'missing' in seats || seats.seats === 0 ? undefined : seats
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
    radar: radar ?? missing,
    moves: moves ?? missing,
    languages: numbers ? { isKnown: numbers.repositories !== null } : missing,
    usage: 'missing' in seats ? seats : { isKnown: true },
  }
}

function orMissing<T>(part: Part, schema: z.ZodType<T>): T | MissingPart {
  return 'missing' in part ? part : (parsed(part, schema) ?? UNAVAILABLE)
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
