import type { Metrics } from '@landscape/http/telemetry/metrics'
import type { Identity } from '@landscape/contracts/identity'
import type { Logger } from '@landscape/contracts/logger'
import type { Check } from '@landscape/runtime/process/health'
import type { Identify } from './gateway-request.ts'
import { isLocalPool } from '../identity-env.ts'
import { byPool } from './by-pool.ts'
import { byProvider } from './by-provider.ts'
import type { Provider } from './discovery.ts'
import { identifyBy, type Authenticator } from './identify.ts'
import { createClaimReader, type ClaimSettings } from './provider-identity.ts'
import { createProviderVerifier, type ProviderTokens } from './provider-verifier.ts'
import { createTokenVerifiers, type TokenSettings } from './verifiers.ts'

/**
 * Callers are the developer user, or the subjects of tokens: of a user pool and its load balancer, or of an
 * OpenID Connect provider.
 */
export type IdentityMode =
  | { mode: 'developer'; email: string; groups: readonly string[] }
  | ({ mode: 'pool' } & TokenSettings)
  | ({ mode: 'provider'; claims: ClaimSettings } & ProviderTokens)

export interface OpenIdentityDeps {
  /** The address that the gateway listens on. */
  host: string
  trustedProxies: number
  logger: Logger
  metrics?: Metrics | undefined
  /** Runs a function once after a time in milliseconds; it does not keep the process alive. */
  schedule?: (run: () => void, ms: number) => void
}

const KEY_REFRESH_MS = 15 * 60_000
const KEY_RETRY_MS = 30_000

/** Establishes callers, and checks what that depends on. */
interface OpenIdentity {
  identify: Identify
  checks: Readonly<Record<string, Check>>
  /** The OpenID Connect provider, once its discovery document was read. */
  provider?: () => Provider | undefined
}

/** Establishes callers by the mode, and logs warnings for the operator. */
export function openIdentity(
  identity: IdentityMode,
  { host, trustedProxies, logger, metrics, schedule = afterTime }: OpenIdentityDeps,
): OpenIdentity {
  if (identity.mode === 'developer') {
    const text = 'DEVELOPMENT MODE: no token is checked, all callers are the developer user'
    logger.warn({ host }, text)
    return { identify: identifyAsDeveloper(identity.email, identity.groups), checks: {} }
  }
  if (identity.mode === 'pool' && isLocalPool(identity.userPoolId)) {
    const text =
      'LOCAL IDENTITY PROVIDER: tokens of its pool are accepted; never use this for real data'
    logger.warn({ host }, text)
  } else if (trustedProxies === 0) {
    logger.warn('TRUSTED_PROXIES is 0: callers behind a load balancer share one limit')
  }
  logger.info(rightsOf(identity), 'names of groups that give rights')
  const { authenticators, refresh, ...opened } =
    identity.mode === 'pool' ? openPool(identity, metrics) : openProvider(identity, metrics)
  keepFresh(refresh, { logger, schedule })
  return { identify: identifyBy(authenticators), ...opened }
}

/** The claim with the groups of a token, and the complete names in it that give rights. */
function rightsOf(identity: Exclude<IdentityMode, { mode: 'developer' }>): object {
  if (identity.mode === 'pool')
    return { claim: 'cognito:groups', separator: ',', admin: 'admin', reviewer: 'reviewer' }
  const { groups: claim, separator, names } = identity.claims
  return { claim, separator, ...names }
}

interface Opened extends Omit<OpenIdentity, 'identify'> {
  authenticators: readonly Authenticator[]
  refresh: () => Promise<void>
}

function openPool(settings: TokenSettings, metrics: Metrics | undefined): Opened {
  const { refresh, checks, ...verifiers } = createTokenVerifiers(settings, metrics)
  return { authenticators: byPool(verifiers), checks, refresh }
}

function openProvider(
  { claims, ...tokens }: ProviderTokens & { claims: ClaimSettings },
  metrics: Metrics | undefined,
): Opened {
  const { verify, ...opened } = createProviderVerifier(tokens, metrics)
  return { authenticators: byProvider(verify, createClaimReader(claims)), ...opened }
}

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

/**
 * Development mode: every caller is the developer user, with the configured groups; public prefixes ignore
 * callers.
 */
function identifyAsDeveloper(email: string, groups: readonly string[]): Identify {
  const developer: Identity = { subject: 'developer', email: email.toLowerCase(), groups }
  return (_credentials, { access }) => (access === 'public' ? undefined : developer)
}
