import type { Identity } from '@landscape/contracts/identity'
import type { Metrics } from '@landscape/http/telemetry/metrics'
import type { Logger } from '@landscape/contracts/logger'
import { isLocalPool } from './identity-env.ts'
import { byApiKey, type KeyRing } from './key-ring.ts'
import { identifyBy, type Authenticator, type Identify } from './identify.ts'
import { openProvider, type IdentityProvider, type ProviderSettings } from './provider.ts'
import { openPool, POOL_CLAIMS, type PoolSettings } from './user-pool.ts'

/**
 * Callers are the developer user, or the subjects of tokens: of a user pool and its load balancer, or of an
 * OpenID Connect provider.
 */
export type IdentityMode =
  | { mode: 'developer'; email: string; groups: readonly string[] }
  | ({ mode: 'pool' } & PoolSettings)
  | ({ mode: 'provider' } & ProviderSettings)

export interface OpenIdentityDeps {
  /** The address that the gateway listens on. */
  host: string | undefined
  trustedProxies: number
  /** API keys, which every mode accepts. */
  keys: KeyRing
  logger: Logger
  metrics?: Metrics | undefined
  /** Runs a function once after a time in milliseconds; it does not keep the process alive. */
  schedule?: (run: () => void, ms: number) => void
}

const KEY_REFRESH_MS = 15 * 60_000
const KEY_RETRY_MS = 30_000

/** Establishes callers, and checks what that depends on. */
interface OpenIdentity extends Pick<IdentityProvider, 'checks' | 'provider'> {
  identify: Identify
}

/** Establishes callers by the mode, and logs warnings for the operator. */
export function openIdentity(
  identity: IdentityMode,
  { host, trustedProxies, keys, logger, metrics, schedule = afterTime }: OpenIdentityDeps,
): OpenIdentity {
  if (identity.mode === 'developer') {
    const text = 'DEVELOPMENT MODE: no token is checked, all callers are the developer user'
    logger.warn({ host }, text)
    const developer = asDeveloper(identity.email, identity.groups)
    return { identify: identifyBy([byApiKey(keys), developer]), checks: {} }
  }
  if (identity.mode === 'pool' && isLocalPool(identity.userPoolId)) {
    const text =
      'LOCAL IDENTITY PROVIDER: tokens of its pool are accepted; never use this for real data'
    logger.warn({ host }, text)
  } else if (trustedProxies === 0) {
    logger.warn('TRUSTED_PROXIES is 0: callers behind a load balancer share one limit')
  }
  logger.info(rightsOf(identity), 'groups that grant access')
  const { authenticators, refresh, ...opened } =
    identity.mode === 'pool' ? openPool(identity, metrics) : openProvider(identity, metrics)
  keepFresh(refresh, { logger, schedule })
  const identify = identifyBy([byApiKey(keys), ...authenticators])
  return { identify: reportingOmittedGroups(identify, logger), ...opened }
}

/** Development mode: every caller without an API key is the developer user, with the configured groups. */
function asDeveloper(email: string, groups: readonly string[]): Authenticator {
  const developer: Identity = { subject: 'developer', email: email.toLowerCase(), groups }
  return ({ apiKey }) => (apiKey === undefined ? Promise.resolve(developer) : undefined)
}

const REPORT_INTERVAL_MS = 60 * 60_000

/** Logs callers whose tokens lack their groups, once per interval: they have no rights. */
function reportingOmittedGroups(identify: Identify, logger: Pick<Logger, 'warn'>): Identify {
  let quietUntil = -Infinity
  return (credentials, prefix) =>
    identify(credentials, prefix)?.then((identity) => {
      if (identity?.areGroupsOmitted && performance.now() >= quietUntil) {
        quietUntil = performance.now() + REPORT_INTERVAL_MS
        logger.warn(
          { subject: identity.subject },
          'a token states that its groups did not fit into it, so the caller gets no access from groups: let the ' +
            'identity provider issue only the groups of the application',
        )
      }
      return identity
    })
}

/** The claim with the groups of a token, and the complete names in it that grant access. */
function rightsOf(identity: Exclude<IdentityMode, { mode: 'developer' }>): object {
  const {
    groups: claim,
    separator,
    names = OUR_NAMES,
  } = identity.mode === 'pool' ? POOL_CLAIMS : identity.claims
  return { claim, separator, ...names }
}

const OUR_NAMES = { admin: 'admin', reviewer: 'reviewer' }

const afterTime = (run: () => void, ms: number) => void setTimeout(run, ms).unref()

/** Fetches the keys at the start and regularly; logs a failure once per outage. */
function keepFresh(
  fetchKeys: () => Promise<void>,
  { logger, schedule }: Required<Pick<OpenIdentityDeps, 'logger' | 'schedule'>>,
): void {
  let hasFailed = false
  const refresh = async () => {
    try {
      await fetchKeys()
      hasFailed = false
    } catch (err) {
      if (!hasFailed)
        logger.warn(
          { err },
          "the identity provider's keys could not be fetched; known keys stay valid",
        )
      hasFailed = true
    }
    schedule(() => void refresh(), hasFailed ? KEY_RETRY_MS : KEY_REFRESH_MS)
  }
  void refresh()
}
