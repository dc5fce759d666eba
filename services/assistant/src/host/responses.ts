import type { Seat, Team } from '@landscape/contracts/assistant'
import { z } from 'zod'
import type { HostOctokit } from './client.ts'
import { HostFailure } from './failure.ts'
import type { UserAccount } from './port.ts'

/** Only the members that the service reads are validated. */
const HostTeam = z.looseObject({
  id: z.number().optional(),
  slug: z.string().min(1),
  name: z.string().nullish(),
  description: z.string().nullish(),
  html_url: z.string().nullish(),
  organization: z.looseObject({ login: z.string() }).nullish(),
})
const Element = z.record(z.string(), z.unknown())
const Teams = z.array(HostTeam)
const Account = z.looseObject({
  login: z.string().min(1),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
})
const Members = z.array(z.looseObject({ id: z.number() }))
const SeatPage = z.looseObject({ seats: z.array(Element) })
const Envelope = z.looseObject({ download_links: z.array(z.string().max(8192)).max(500) })

/**
 * Teams in the service's shape.
 *
 * @param org excludes teams that name another organisation
 */
export function teamsIn(data: unknown, org: string): Team[] {
  return parse(Teams, data, 'teams')
    .filter(({ organization }) => !organization || isSameName(organization.login, org))
    .map(({ id, slug, name, description, html_url }) => ({
      ...(id !== undefined && { id }),
      slug,
      name: name ?? slug,
      description: description ?? '',
      url: html_url ?? '',
    }))
}

/** The account of a user. */
export function accountIn(data: unknown): UserAccount {
  const { login, name, avatar_url } = parse(Account, data, 'an account')
  return { login, name: name ?? null, avatar_url: avatar_url ?? '' }
}

/** Ids of the members of a team. */
export function memberIdsIn(data: unknown): number[] {
  return parse(Members, data, 'members').map(({ id }) => id)
}

/** Seats in the host's own shape. */
export function seatsIn(data: unknown): Seat[] {
  const { seats } = parse(SeatPage, data, 'seats')
  return plainJson(seats) as Seat[]
}

/** Signed links to the files of a report. */
export function downloadLinksIn(data: unknown): string[] {
  return parse(Envelope, data, 'a report').download_links
}

/** A copy without BigInts: Octokit parses large integers as BigInt, which JSON lacks. */
export function plainJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, withoutBigInts))
}

/** @throws HostFailure that names what the response does not contain */
export function parse<T>(schema: z.ZodType<T>, data: unknown, expected: string): T {
  const parsed = schema.safeParse(data)
  if (parsed.success) return parsed.data
  throw new HostFailure('invalid-response', `The host's response does not contain ${expected}`)
}

function withoutBigInts(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value
}

function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

const PAGE_SIZE = 100
/** Maximum number of pages; ends circular links. */
const MAX_PAGES = 300
const DEADLINE_MS = 15_000

/**
 * Elements of all pages, with the page limit and the deadline that Octokit's pagination lacks.
 *
 * @param take parses one page, since Octokit flattens only some lists
 * @throws HostFailure when there are too many pages, or they take too long
 */
export async function allPages<T>(
  octokit: HostOctokit,
  url: string,
  parameters: Record<string, string>,
  take: (data: unknown) => T[],
): Promise<T[]> {
  const deadline = performance.now() + DEADLINE_MS
  let pages = 0
  return octokit.paginate<unknown, T>(
    { ...parameters, method: 'GET', url, per_page: PAGE_SIZE },
    (response) => {
      pages++
      if (pages > MAX_PAGES) throw new HostFailure('invalid-response', 'A list has too many pages')
      if (performance.now() > deadline) throw new HostFailure('no-response', 'A list took too long')
      return take(response.data)
    },
  )
}
