import { hash } from 'node:crypto'
import type { Team } from '@landscape/contracts/assistant'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { LRUCache } from 'lru-cache'
import { accountIn, allPages, teamsIn } from './responses.ts'
import type { HostClient } from './client.ts'
import { hasStatus, unableToLoad } from './failure.ts'
import type { UsageSource, UserAccount, UserToken } from './port.ts'
import { createAnonymousBudget } from './anonymous-budget.ts'
import type { HostCache } from './host-cache.ts'

interface UserRequestsDeps {
  client: Pick<HostClient, 'asUser'>
  org: string
  cached: HostCache
  /** Maximum number of concurrent requests for users' tokens. */
  maxInFlight: number
  /** Milliseconds of a monotonic clock. */
  now: () => number
}

const MINUTE = 60_000
const MAX_USERS = 2_000
/** How long a token that the host accepted stays in the users' queue. */
const ACCEPTED_TTL_MS = 60 * MINUTE
const UNVERIFIED_BUDGET = { maxEach: 10, maxAll: 100, windowMs: 5 * MINUTE, maxAtOnce: 20 }
/** Formats of users' tokens; any other value is rejected without a request to the host. */
const USER_TOKEN = /^(?:gh[opu]_[\w.-]{36,800}|github_pat_\w{22,255}|[\da-f]{40})$/

/**
 * The teams and the account of a token's owner. Tokens that the host issued to this service or has
 * accepted use the users' queue. Any other token may be forged: it uses a separate queue and a budget
 * of rejections.
 */
export function createUserRequests(
  deps: UserRequestsDeps,
): Pick<UsageSource, 'userTeams' | 'userAccount'> {
  const accepted = new LRUCache<string, true>({ max: MAX_USERS, ttl: ACCEPTED_TTL_MS })
  const trustedTeams = createTrusted(deps, 'teams', ({ value }) => loadTeams(deps, 'user', value))
  const accounts = createTrusted(deps, 'account', ({ value }) => loadAccount(deps, value))
  const unverifiedTeams = createUnverifiedTeams(deps)

  async function getUnverified(token: UserToken) {
    const teams = await unverifiedTeams(token)
    accepted.set(keyOf(token), true)
    return teams
  }

  async function getTrusted(token: UserToken) {
    try {
      return await trustedTeams(token)
    } catch (error) {
      if (error instanceof DomainError && error.code === 'unauthenticated') {
        accepted.delete(keyOf(token))
      }
      throw error
    }
  }

  const userTeams: UsageSource['userTeams'] = (token) =>
    token.isTrusted || accepted.has(keyOf(token)) ? getTrusted(token) : getUnverified(token)

  return {
    userTeams,
    async userAccount(token) {
      // Verifies the token with its own queue and budget.
      await userTeams(token)
      return accounts(token)
    },
  }
}

/** Cached requests for tokens that the host issued to this service or has accepted. */
function createTrusted<T>(
  { cached, maxInFlight }: UserRequestsDeps,
  name: string,
  load: (token: UserToken) => Promise<T>,
) {
  return cached<T, UserToken>(name, {
    send: load,
    keyOf,
    freshMs: MINUTE,
    staleMs: 5 * MINUTE,
    max: MAX_USERS,
    maxInFlight,
  })
}

/** Requests the teams of any other token, within the budget of its caller. */
function createUnverifiedTeams(deps: UserRequestsDeps) {
  const budget = createAnonymousBudget({ ...UNVERIFIED_BUDGET, now: deps.now })
  const teamsOf = deps.cached<Team[], UserToken>('teams', {
    send: ({ value, caller }) => budget.run(caller, () => loadTeams(deps, 'unverified', value)),
    keyOf,
    // Not cached: an accepted token moves to the users' queue.
    freshMs: 0,
    staleMs: 0,
    max: UNVERIFIED_BUDGET.maxAll,
    maxInFlight: UNVERIFIED_BUDGET.maxAtOnce,
  })
  return async (token: UserToken) => {
    if (!USER_TOKEN.test(token.value)) throw invalidToken()
    budget.assertAvailable(token.caller)
    return teamsOf(token)
  }
}

async function loadTeams(
  { client, org }: UserRequestsDeps,
  queue: 'user' | 'unverified',
  token: string,
): Promise<Team[]> {
  return client
    .asUser(token, queue, (octokit) =>
      allPages(octokit, '/user/teams', {}, (data) => teamsIn(data, org)),
    )
    .catch(failing('teams'))
}

async function loadAccount({ client }: UserRequestsDeps, token: string): Promise<UserAccount> {
  return client
    .asUser(token, 'user', async (octokit) => accountIn((await octokit.request('GET /user')).data))
    .catch(failing('the account'))
}

function failing(what: string) {
  return (error: unknown): never => {
    if (hasStatus(error, 401)) throw invalidToken()
    throw unableToLoad(what, error)
  }
}

/** Caches are keyed by digest, so that they do not keep tokens in memory. */
function keyOf({ value }: UserToken): string {
  return hash('sha256', value, 'base64url')
}

function invalidToken(): DomainError {
  return new DomainError('unauthenticated', 'Invalid scm user token')
}
