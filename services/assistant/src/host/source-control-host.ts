import type { Seat } from '@landscape/contracts'
import { DomainError } from '@landscape/errors'
import { allPages, memberIdsIn, seatsIn } from './answers.ts'
import type { HostClient } from './client.ts'
import { HostFailure, isRefused, unableToLoad } from './failure.ts'
import { createLiveUsage } from './live-usage.ts'
import type { UsageReports, UsageSource } from './port.ts'
import { createQuestion, createQuestions, type QuestionOptions } from './questions.ts'
import { busy } from './strangers.ts'
import { createUserTeams } from './user-teams.ts'

export interface SourceControlHostOptions {
  client: HostClient
  reports: UsageReports
  assistantApiUrl: string
  org: string
  /** Milliseconds for which usage counts as current. */
  freshMs: number
  /** Milliseconds for which the last answer is served while the host is away. */
  staleMs: number
  /** Milliseconds that the host may take while there is a last answer, and else. */
  patienceMs?: number
  deadlineMs?: number
  /** Milliseconds of a clock that is never set. */
  now: () => number
  warn: (error: unknown, what: string) => void
}

const FIVE_MINUTES = 5 * 60_000
const HOLD_OFF_MS = 5_000
/** The gateway waits for thirty seconds, and takes the service for broken when nothing comes. */
const PATIENCE_MS = 2_000
const DEADLINE_MS = 10_000
/** Few enough that all get their turn before the deadline when the host is well. */
const MAX_FLIGHTS = 30
const MAX_TEAMS = 500

/** Today's GitHub: usage reports, seats, teams; each question asked once for everybody. */
export function createSourceControlHost(options: SourceControlHostOptions): UsageSource {
  const { client, reports, assistantApiUrl, org, now, warn } = options
  const cached = (what: string, freshMs: number, staleMs = options.staleMs): QuestionOptions => ({
    freshMs: Math.min(freshMs, options.freshMs),
    staleMs,
    holdOffMs: HOLD_OFF_MS,
    patienceMs: options.patienceMs ?? PATIENCE_MS,
    deadlineMs: options.deadlineMs ?? DEADLINE_MS,
    late: () => unableToLoad(what, new HostFailure('silent', 'The host took too long')),
    now,
    onFailure: (error) => warn(error, what),
  })

  const seats = createQuestion<Seat[]>(
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

  const memberIds = createQuestions<string, ReadonlySet<number>>(
    (slug) => slug,
    async (slug) => {
      const path = '/orgs/{org}/teams/{slug}/members'
      try {
        const ids = await client.asApp((octokit) =>
          allPages(octokit, path, { org, slug }, memberIdsIn),
        )
        return new Set(ids)
      } catch (error) {
        if (isRefused(error, 404)) throw teamNotFound()
        throw unableToLoad('team members', error)
      }
    },
    { ...cached('team members', FIVE_MINUTES), max: MAX_TEAMS, maxFlights: MAX_FLIGHTS, busy },
  )

  return {
    organisationUsage: createLiveUsage({
      reports,
      failing: failing('live usage data'),
      options: (what) => cached(what, options.freshMs),
    }),
    seats: () => seats.ask(),
    userTeams: createUserTeams({
      client,
      org,
      cached: (freshMs, staleMs) => cached('teams', freshMs, staleMs),
      maxFlights: MAX_FLIGHTS,
      now,
    }),
    memberIds: async (slug) => {
      // As a segment of a path either would mean another path.
      if (slug === '.' || slug === '..') throw teamNotFound()
      return memberIds(slug)
    },
  }
}

/** A host without the assistant's interface answers 404: then another try is of no use. */
function failing(what: string): (error: unknown) => never {
  return (cause) => {
    if (!isRefused(cause, 404)) throw unableToLoad(what, cause)
    const text = 'The source-control host offers no assistant data for this organisation'
    throw new DomainError('not-implemented', text, { cause })
  }
}

function teamNotFound(): DomainError {
  return new DomainError('not-found', 'Team not found')
}
