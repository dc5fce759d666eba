import type { Seat } from '@landscape/contracts/assistant'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { allPages, memberIdsIn, seatsIn } from './responses.ts'
import type { HostClient } from './client.ts'
import { hasStatus, teamNotFound, unableToLoad } from './failure.ts'
import { FIVE_MINUTES, type HostCache } from './host-cache.ts'
import { createLiveUsage } from './live-usage.ts'
import type { UsageReports, UsageSource } from './port.ts'
import { createUserRequests } from './user-requests.ts'

export interface SourceControlHostOptions {
  client: HostClient
  reports: UsageReports
  org: string
  cached: HostCache
  /** Milliseconds of a monotonic clock. */
  now: () => number
}

/** Low enough for a working host to serve all of them within the maximum wait. */
const MAX_IN_FLIGHT = 30
const MAX_TEAMS = 500

/** The GitHub adapter: usage reports, seats and teams, with coalesced and cached requests. */
export function createSourceControlHost(options: SourceControlHostOptions): UsageSource {
  const { client, reports, org, cached, now } = options

  const seats = cached<Seat[]>('seats', {
    freshMs: FIVE_MINUTES,
    send: () =>
      client
        .asApp((octokit) =>
          allPages(octokit, '/orgs/{org}/copilot/billing/seats', { org }, seatsIn),
        )
        .catch(failing('seats')),
  })
  const memberIds = cached<ReadonlySet<number>, string>('team members', {
    freshMs: FIVE_MINUTES,
    keyOf: (slug) => slug,
    max: MAX_TEAMS,
    maxInFlight: MAX_IN_FLIGHT,
    async send(slug) {
      const path = '/orgs/{org}/teams/{slug}/members'
      try {
        const ids = await client.asApp((octokit) =>
          allPages(octokit, path, { org, slug }, memberIdsIn),
        )
        return new Set(ids)
      } catch (error) {
        if (hasStatus(error, 404)) throw teamNotFound()
        throw unableToLoad('team members', error)
      }
    },
  })

  return {
    organisationUsage: createLiveUsage({ reports, failing: failing('live usage data'), cached }),
    seats: () => seats(),
    ...createUserRequests({ client, org, cached, maxInFlight: MAX_IN_FLIGHT, now }),
    memberIds: async (slug) => {
      // Prevents path traversal.
      if (slug === '.' || slug === '..') throw teamNotFound()
      return memberIds(slug)
    },
  }
}

/** Maps a 404 to `not-implemented`: the host has no API of the assistant. */
function failing(name: string): (error: unknown) => never {
  return (cause) => {
    if (!hasStatus(cause, 404)) throw unableToLoad(name, cause)
    const message = 'The source-control host offers no assistant data for this organisation'
    throw new DomainError('not-implemented', message, { cause })
  }
}
