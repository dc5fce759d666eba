import type { Seat, Team } from '@landscape/contracts'
import { z } from 'zod'
import { UpstreamFailure } from '../upstream/upstream-failure.ts'

/** What is relied upon in answers of the host; everything else in them may change. */

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
const Members = z.array(z.looseObject({ id: z.number() }))
const SeatPage = z.looseObject({ seats: z.array(Element) })
const Envelope = z.looseObject({ download_links: z.array(z.string().max(8192)).max(500) })

/** @param org keeps only teams of this organisation, where a team says to which it belongs */
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

export function memberIdsIn(data: unknown): number[] {
  return parse(Members, data, 'members').map(({ id }) => id)
}

/** Seats as the host describes them; Octokit reads very long numbers as values JSON does not have. */
export function seatsIn(data: unknown): Seat[] {
  const { seats } = parse(SeatPage, data, 'seats')
  return JSON.parse(JSON.stringify(seats, withoutBigInts)) as Seat[]
}

export function downloadLinksIn(data: unknown): string[] {
  return parse(Envelope, data, 'a report').download_links
}

function parse<T>(schema: z.ZodType<T>, data: unknown, what: string): T {
  const parsed = schema.safeParse(data)
  if (parsed.success) return parsed.data
  throw new UpstreamFailure(`The host's answer is not ${what}`)
}

function withoutBigInts(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value
}

function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
