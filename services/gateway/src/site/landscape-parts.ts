import { LandingReply } from '@landscape/contracts/landing'
import { z } from 'zod'
import { UNAVAILABLE, type Headlines } from './headlines-section.ts'
import type { LandingParts, MissingPart, Part } from './landing-page.ts'

const SVG = 'image/svg+xml'
const JSON_TYPE = 'application/json'

const Seats = z.object({
  seats: z.number(),
  used: z.number(),
  newest_day: z.string().nullable().optional(),
})

/** Requests what the landing page shows, at the same time. */
export async function readLandscapeParts(
  part: (path: string, mediaType: string) => Promise<Part>,
): Promise<LandingParts> {
  const [landing, seats, usage] = await Promise.all([
    part('/api/landing', JSON_TYPE),
    part('/assistant/api/org/seats', JSON_TYPE),
    part('/assistant/api/org/svg', SVG),
  ])
  const missing = 'missing' in landing ? landing : ({ missing: UNAVAILABLE } as const)
  const { numbers, radar, moves, languages, banners } = parsed(landing, LandingReply) ?? {}
  return {
    ...numbersIn(numbers ?? missing, seats),
    radar: pictureOr(radar, missing),
    moves: moves ?? missing,
    languages: pictureOr(languages, missing),
    usage,
    banners: banners ?? missing,
  }
}

function pictureOr(text: string | null | undefined, missing: MissingPart): Part {
  return text == null ? missing : { text }
}

/** Numbers that nobody knows are null. */
function numbersIn(
  numbers: NonNullable<LandingReply['numbers']> | MissingPart,
  seatsPart: Part,
): Pick<LandingParts, 'headlines' | 'sources' | 'isEmpty'> {
  const headlines: Headlines = {}
  const sources: (readonly [string, string | null])[] = []
  let isEmpty = false
  if ('missing' in numbers) {
    if (numbers.missing === UNAVAILABLE)
      for (const name of ['onHoldInUse', 'projects', 'repositories'] as const)
        headlines[name] = UNAVAILABLE
  } else {
    const { projects, repositories, entries, onHoldInUse, against } = numbers
    if (repositories !== null) sources.push(['Repositories', numbers.repositoriesAsOf])
    isEmpty = projects === 0 && repositories === null && entries === 0
    if (!isEmpty)
      Object.assign(headlines, {
        // Without a radar nothing is known to be on hold.
        onHoldInUse: entries > 0 ? onHoldInUse : null,
        against,
        earlier: numbers.earlier ?? undefined,
        projects: projects || undefined,
        repositories,
      })
  }
  const seats = seatsIn(seatsPart)
  if (seats === UNAVAILABLE) headlines.seats = seats
  else if (seats && seats.seats > 0) headlines.seats = seats
  const newestDay = seats === UNAVAILABLE ? undefined : seats?.newest_day
  if (newestDay) sources.push(['Usage of the code assistant', newestDay])
  return { headlines, sources, isEmpty }
}

/** The seats; `undefined` when the reader may not see them or none are stored. */
function seatsIn(part: Part): z.infer<typeof Seats> | typeof UNAVAILABLE | undefined {
  if ('missing' in part) return part.missing === UNAVAILABLE ? UNAVAILABLE : undefined
  return parsed(part, Seats) ?? UNAVAILABLE
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
