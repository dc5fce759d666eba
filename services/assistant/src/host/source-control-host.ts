import type { Seat } from '@landscape/contracts/assistant'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { allPages, memberIdsIn, seatsIn } from './responses.ts'
import type { HostClient } from './client.ts'
import { hasStatus, teamNotFound, unableToLoad } from './failure.ts'
import { cachingFor, FIVE_MINUTES, type HostCaching } from './host-caching.ts'
import { createLiveUsage } from './live-usage.ts'
import type { UsageReports, UsageSource } from './port.ts'
import { createCachedRequest, createCachedRequests } from './cached-request.ts'
import { busy } from './anonymous-budget.ts'
import { createUserRequests } from './user-requests.ts'

export interface SourceControlHostOptions extends HostCaching {
  client: HostClient
  reports: UsageReports
  assistantApiUrl: string
  org: string
}

/** Low enough for a working host to serve all of them within the maximum wait. */
const MAX_IN_FLIGHT = 30
const MAX_TEAMS = 500

/** The GitHub adapter: usage reports, seats and teams, with coalesced and cached requests. */
export function createSourceControlHost(options: SourceControlHostOptions): UsageSource {
  const { client, reports, assistantApiUrl, org, now } = options
  const cached = cachingFor(options)

  const seats = createCachedRequest<Seat[]>(
    () =>
      client
        .asApp((octokit) =>
          allPages(
            octokit,
            `${assistantApiUrl}/orgs/{org}/copilot/billing/seats`,
            { org },
            seatsIn,
          ),
        )
        .catch(failing('seats')),
    cached('seats', FIVE_MINUTES),
  )

  const memberIds = createCachedRequests<string, ReadonlySet<number>>(
    (slug) => slug,
    async (slug) => {
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
    { ...cached('team members', FIVE_MINUTES), max: MAX_TEAMS, maxInFlight: MAX_IN_FLIGHT, busy },
  )

  return {
    organisationUsage: createLiveUsage({
      reports,
      failing: failing('live usage data'),
      options: (name) => cached(name, options.freshMs),
    }),
    seats: () => seats.get(),
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
