import { hash } from 'node:crypto'
import type { Team } from '@landscape/contracts'
import { DomainError } from '@landscape/errors'
import { LRUCache } from 'lru-cache'
import { allPages, teamsIn } from './answers.ts'
import type { HostClient } from './client.ts'
import { isRefused, unableToLoad } from './failure.ts'
import type { UsageSource, UserToken } from './port.ts'
import { createQuestions, type QuestionOptions } from './questions.ts'
import { busy, createStrangers } from './strangers.ts'

interface UserTeamsDeps {
  client: Pick<HostClient, 'asUser'>
  org: string
  /** Of a question about teams, by milliseconds for which its answer counts as current, and is served. */
  cached: (freshMs: number, staleMs: number) => QuestionOptions
  /** How many users' tokens are asked about at once. */
  maxFlights: number
  /** Milliseconds of a clock that is never set. */
  now: () => number
}

const MINUTE = 60_000
const MAX_USERS = 2_000
/** A token that was good is not asked about among strangers' for so long. */
const PROVEN_MS = 60 * MINUTE
const STRANGERS = { maxEach: 10, maxAll: 100, windowMs: 5 * MINUTE, maxAtOnce: 20 }
/** Users' tokens of the host, whoever gave them out; what else a cookie says is refused unasked. */
const USER_TOKEN = /^(?:gh[opu]_[\w.-]{36,800}|github_pat_\w{22,255}|[\da-f]{40})$/

/**
 * The teams of a token's owner. A token that the host gave to us, or has accepted, is a user's. Any
 * other may have been made up: it waits in a queue of its own, within a budget of refusals.
 */
export function createUserTeams(deps: UserTeamsDeps): UsageSource['userTeams'] {
  const { client, org, cached, maxFlights, now } = deps
  const proven = new LRUCache<string, true>({ max: MAX_USERS, ttl: PROVEN_MS })
  const strangers = createStrangers({ ...STRANGERS, now })

  async function ask(queue: 'user' | 'stranger', token: string): Promise<Team[]> {
    try {
      return await client.asUser(token, queue, (octokit) =>
        allPages(octokit, '/user/teams', {}, (data) => teamsIn(data, org)),
      )
    } catch (error) {
      if (isRefused(error, 401)) throw invalidToken()
      throw unableToLoad('teams', error)
    }
  }

  const usersTeams = createQuestions<UserToken, Team[]>(
    digestOf,
    ({ value }) => ask('user', value),
    { ...cached(MINUTE, 5 * MINUTE), max: MAX_USERS, maxFlights, busy },
  )
  const strangersTeams = createQuestions<UserToken, Team[]>(
    digestOf,
    ({ value, caller }) => strangers.ask(caller, () => ask('stranger', value)),
    // Nothing is answered from memory: once it was good, a token is asked about as a user's.
    { ...cached(0, 0), max: STRANGERS.maxAll, maxFlights: STRANGERS.maxAtOnce, busy },
  )

  async function askAsStranger(token: UserToken) {
    if (!USER_TOKEN.test(token.value)) throw invalidToken()
    strangers.assertWelcome(token.caller)
    const answer = await strangersTeams(token)
    proven.set(digestOf(token), true)
    return answer
  }

  async function askAsUser(token: UserToken) {
    try {
      return await usersTeams(token)
    } catch (error) {
      if (error instanceof DomainError && error.code === 'unauthenticated') {
        proven.delete(digestOf(token))
      }
      throw error
    }
  }

  return (token) =>
    token.isVouched || proven.has(digestOf(token)) ? askAsUser(token) : askAsStranger(token)
}

/** Memory holds no token longer than needed. */
function digestOf({ value }: UserToken): string {
  return hash('sha256', value, 'base64url')
}

function invalidToken(): DomainError {
  return new DomainError('unauthenticated', 'Invalid scm user token')
}
