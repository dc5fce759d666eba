import { DomainError, type Seat } from '@landscape/contracts'
import { allPages, memberIdsIn, seatsIn } from './responses.ts'
import type { HostClient } from './client.ts'
import { HostFailure, hasStatus, teamNotFound, unableToLoad } from './failure.ts'
import { createLiveUsage } from './live-usage.ts'
import type { UsageReports, UsageSource } from './port.ts'
import {
  createCachedRequest,
  createCachedRequests,
  type CachedRequestOptions,
} from './cached-request.ts'
import { busy } from './anonymous-budget.ts'
import { createUserRequests } from './user-requests.ts'

export interface SourceControlHostOptions {
  client: HostClient
  reports: UsageReports
  assistantApiUrl: string
  org: string
  /** Milliseconds for which usage is fresh. */
  freshMs: number
  /** Milliseconds for which the last response is served while the host is unavailable. */
  staleMs: number
  /** Maximum waits in milliseconds, with and without a stale response. */
  maxStaleWaitMs?: number
  maxWaitMs?: number
  /** Milliseconds of a monotonic clock. */
  now: () => number
  warn: (error: unknown, name: string) => void
}

const FIVE_MINUTES = 5 * 60_000
const BACKOFF_MS = 5_000
/** Far below the gateway's timeout of 30 seconds, after which it marks the service unhealthy. */
const MAX_STALE_WAIT_MS = 2_000
const MAX_WAIT_MS = 10_000
/** Low enough for a working host to serve all of them within `MAX_WAIT_MS`. */
const MAX_IN_FLIGHT = 30
const MAX_TEAMS = 500

/** The GitHub adapter: usage reports, seats and teams, with coalesced and cached requests. */
export function createSourceControlHost(options: SourceControlHostOptions): UsageSource {
  const { client, reports, assistantApiUrl, org, now, warn } = options
  const cached = (
    name: string,
    freshMs: number,
    staleMs = options.staleMs,
  ): CachedRequestOptions => ({
    freshMs: Math.min(freshMs, options.freshMs),
    staleMs,
    backoffMs: BACKOFF_MS,
    maxStaleWaitMs: options.maxStaleWaitMs ?? MAX_STALE_WAIT_MS,
    maxWaitMs: options.maxWaitMs ?? MAX_WAIT_MS,
    late: () => unableToLoad(name, new HostFailure('no-response', 'The host took too long')),
    now,
    onFailure: (error) => warn(error, name),
  })

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
    knownSeats: () => seats.known(),
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
