import { hash } from 'node:crypto'
import type { Seat, Team } from '@landscape/contracts'
import { DomainError } from '@landscape/errors'
import { LRUCache } from 'lru-cache'
import { assistantUnavailable, unableToLoad } from '../sources/texts.ts'
import type { UsageSource, UserToken } from '../sources/usage-source.ts'
import { createQuestion, type QuestionOptions } from '../upstream/question.ts'
import { createQuestions } from '../upstream/questions.ts'
import { busy, createStrangers } from '../upstream/strangers.ts'
import { UpstreamFailure } from '../upstream/upstream-failure.ts'
import { memberIdsIn, seatsIn, teamsIn } from './answers.ts'
import type { HostClient } from './client.ts'
import { createLiveUsage } from './live-usage.ts'
import { allPages } from './pages.ts'
import type { UsageReports } from '../sources/usage-reports.ts'

export interface GitHubSourceOptions {
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

const MINUTE = 60_000
const HOLD_OFF_MS = 5_000
/** The gateway waits for thirty seconds, and takes the service for broken when nothing comes. */
const PATIENCE_MS = 2_000
const DEADLINE_MS = 10_000
/** Few enough that all get their turn before the deadline when the host is well. */
const MOST_FLIGHTS = 30
const MOST_USERS = 2_000
/** A token that was good is not asked about among strangers' for so long. */
const PROVEN_MS = 60 * MINUTE
const STRANGERS = { mostEach: 10, mostAll: 100, windowMs: 5 * MINUTE, atOnce: 20 }
/** Users' tokens of the host, whoever gave them out; what else a cookie says is refused unasked. */
const USER_TOKEN = /^(?:gh[opu]_[\w.-]{36,800}|github_pat_\w{22,255}|[\da-f]{40})$/

/** Today's GitHub: usage reports, seats, teams; each question asked once for everybody. */
export function createGitHubSource(options: GitHubSourceOptions): UsageSource {
  const { client, reports, assistantApiUrl, org, now, warn } = options
  const cached = (what: string, freshMs: number, staleMs = options.staleMs): QuestionOptions => ({
    freshMs: Math.min(freshMs, options.freshMs),
    staleMs,
    holdOffMs: HOLD_OFF_MS,
    patienceMs: options.patienceMs ?? PATIENCE_MS,
    deadlineMs: options.deadlineMs ?? DEADLINE_MS,
    late: () => unableToLoad(what, new UpstreamFailure('The host took too long')),
    now,
    onFailure: (error) => warn(error, what),
  })

  const usage = createLiveUsage({
    reports,
    failing: failing('live usage data'),
    options: (what) => cached(what, options.freshMs),
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
    cached('seats', 5 * MINUTE),
  )

  const askTeams = async (queue: 'user' | 'stranger', token: string): Promise<Team[]> => {
    try {
      return await client.asUser(token, queue, (octokit) =>
        allPages(octokit, '/user/teams', {}, (data) => teamsIn(data, org)),
      )
    } catch (error) {
      if (statusOf(error) === 401) throw invalidToken()
      throw unableToLoad('teams', error)
    }
  }
  const userTeams = createQuestions<UserToken, Team[]>(
    digestOf,
    ({ value }) => askTeams('user', value),
    { ...cached('teams', MINUTE, 5 * MINUTE), most: MOST_USERS, mostFlights: MOST_FLIGHTS, busy },
  )

  const proven = new LRUCache<string, true>({ max: MOST_USERS, ttl: PROVEN_MS })
  const strangers = createStrangers({ ...STRANGERS, now })
  const strangersTeams = createQuestions<UserToken, Team[]>(
    digestOf,
    ({ value, caller }) => strangers.ask(caller, () => askTeams('stranger', value)),
    // Nothing is answered from memory: once it was good, a token is asked about as a user's.
    { ...cached('teams', 0, 0), most: STRANGERS.mostAll, mostFlights: STRANGERS.atOnce, busy },
  )

  async function unprovenTeams(token: UserToken) {
    if (!USER_TOKEN.test(token.value)) throw invalidToken()
    strangers.assertWelcome(token.caller)
    const answer = await strangersTeams(token)
    proven.set(digestOf(token), true)
    return answer
  }

  async function provenTeams(token: UserToken) {
    try {
      return await userTeams(token)
    } catch (error) {
      if (error instanceof DomainError && error.code === 'unauthenticated') {
        proven.delete(digestOf(token))
      }
      throw error
    }
  }

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
        if (statusOf(error) === 404) throw teamNotFound()
        throw unableToLoad('team members', error)
      }
    },
    { ...cached('team members', 5 * MINUTE), most: 500, mostFlights: MOST_FLIGHTS, busy },
  )

  return {
    organisationUsage: usage,
    seats: () => seats.ask(),
    userTeams: (token) =>
      token.isVouched || proven.has(digestOf(token)) ? provenTeams(token) : unprovenTeams(token),
    memberIds: async (slug) => {
      // As a segment of a path either would mean another path.
      if (slug === '.' || slug === '..') throw teamNotFound()
      return memberIds(slug)
    },
  }
}

/** A host without the assistant's interface answers 404: then another try is of no use. */
function failing(what: string): (error: unknown) => never {
  return (error) => {
    throw statusOf(error) === 404 ? assistantUnavailable(error) : unableToLoad(what, error)
  }
}

function teamNotFound(): DomainError {
  return new DomainError('not-found', 'Team not found')
}

/** Memory holds no token longer than needed. */
function digestOf({ value }: UserToken): string {
  return hash('sha256', value, 'base64url')
}

function invalidToken(): DomainError {
  return new DomainError('unauthenticated', 'Invalid scm user token')
}

function statusOf(error: unknown): number | undefined {
  return error instanceof UpstreamFailure ? error.status : undefined
}
