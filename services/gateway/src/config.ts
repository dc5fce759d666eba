import { settingOf } from '@landscape/runtime/config/aliases'
import { areContactsOpen, serverSettings } from '@landscape/runtime/config/fields'
import {
  ConfigError,
  parseConfig,
  type ConfigProblem,
} from '@landscape/runtime/config/parse-config'
import type { z } from 'zod'
import type { IdentityMode } from './authenticate/open-identity.ts'
import { crossProblems, DevelopmentEnv, PoolProductionEnv, ProviderProductionEnv } from './env.ts'
import { hasProvider } from './authenticate/identity-env.ts'
import type { UpstreamName } from './request/prefixes.ts'

export { DevelopmentEnv as Env } from './env.ts'

type Variables = Readonly<Record<string, string | undefined>>

/**
 * Settings of the gateway. Every mode except `development` requires an identity provider, and so does a
 * misspelt one: an OpenID Connect provider if one of its settings is present, else a user pool.
 *
 * @throws ConfigError naming everything that is missing, weak or contradictory at once
 */
export function readConfig(variables: Variables) {
  if (variables['NODE_ENV']?.trim() === 'development') {
    const env = parsed(DevelopmentEnv, variables)
    return settingsOf(env, developerMode(env))
  }
  if (hasProvider((name) => settingOf(variables, name))) {
    const env = parsed(ProviderProductionEnv, variables)
    return settingsOf(env, providerMode(env))
  }
  const env = parsed(PoolProductionEnv, variables)
  return settingsOf(env, poolMode(env))
}

function developerMode(env: z.output<typeof DevelopmentEnv>): IdentityMode {
  const groups = env.DEV_USER_GROUPS?.length ? env.DEV_USER_GROUPS : ['admin', 'reviewer']
  return { mode: 'developer', email: env.DEV_USER_EMAIL, groups }
}

/** The addresses of public keys are settings, or are derived from the user pool and the load balancer. */
function poolMode(env: z.output<typeof PoolProductionEnv>): IdentityMode {
  const { IDP_USER_POOL_ID: userPoolId, LB_ARN: loadBalancerArn } = env
  const issuer = `https://cognito-idp.${userPoolId.split('_', 1)[0]}.amazonaws.com/${userPoolId}`
  const balancer = `https://public-keys.auth.elb.${loadBalancerArn.split(':')[3]}.amazonaws.com`
  return {
    mode: 'pool',
    userPoolId,
    clientId: env.IDP_USER_POOL_CLIENT_ID,
    loadBalancerArn,
    idpKeys: env.IDP_JWKS_URI ?? `${issuer}/.well-known/jwks.json`,
    loadBalancerKeys: env.LB_PUBLIC_KEYS_URI ?? balancer,
  }
}

function providerMode(env: z.output<typeof ProviderProductionEnv>): IdentityMode {
  return {
    mode: 'provider',
    issuer: env.OIDC_ISSUER,
    clients: [env.OIDC_AUDIENCE],
    claims: {
      email: env.OIDC_EMAIL_CLAIM,
      groups: env.OIDC_GROUPS_CLAIM,
      separator: env.OIDC_GROUPS_SEPARATOR,
      names: { admin: env.OIDC_GROUP_ADMIN, reviewer: env.OIDC_GROUP_REVIEWER },
    },
  }
}

function settingsOf(env: z.output<typeof DevelopmentEnv>, identity: IdentityMode) {
  // Load balancers must see the failing readiness before the port closes.
  const settings = serverSettings(env, env.NODE_ENV === 'development' ? 0 : 2)
  const { development } = settings
  return {
    ...settings,
    upstreams: {
      projects: env.PROJECTS_URL,
      data: env.DATA_URL,
      'admin-review': env.ADMIN_REVIEW_URL,
      assistant: env.ASSISTANT_URL,
    } satisfies Record<UpstreamName, string>,
    secret: env.INTERNAL_TOKEN_SECRET,
    trustedProxies: env.TRUSTED_PROXIES,
    upstreamLimits: {
      timeoutMs: env.UPSTREAM_TIMEOUT_SECONDS * 1_000,
      patienceMs: env.UPSTREAM_RESTART_SECONDS * 1_000,
    },
    publicPaths: env.PUBLIC_PREFIXES,
    openContacts: areContactsOpen(env.CONTACTS_SHOWN_TO, development),
    existingClients: env.CLIENT_PROFILE === 'existing',
    compatibilityAliases: env.COMPATIBILITY_ALIASES,
    identity,
    tokenHeader: env.OIDC_TOKEN_HEADER,
    frontendUrls: env.FRONTEND_URL ?? (development ? LOCAL_FRONTENDS : []),
    logout: {
      poolDomain: env.IDP_USER_POOL_DOMAIN,
      region: env.CLOUD_REGION ?? env.IDP_USER_POOL_ID?.split('_', 1)[0],
      clientId: env.IDP_USER_POOL_CLIENT_ID ?? env.OIDC_AUDIENCE,
      signOutUrl: env.SIGN_OUT_URL,
    },
    callerLimits: {
      perMinute: env.RATE_LIMIT_PER_MINUTE ?? (development ? 0 : 600),
      concurrent: env.CONCURRENT_REQUESTS_PER_CALLER ?? (development ? 0 : 64),
    },
    maxConnections: env.CONNECTIONS ?? (development ? 0 : 4_096),
    forwardAuthSecret: env.FORWARD_AUTH_SECRET,
    redisUrl: env.REDIS_URL,
    recordedShare: env.OTEL_TRACES_SAMPLER_ARG,
  }
}

const LOCAL_FRONTENDS = ['http://localhost:3000', 'http://127.0.0.1:3000']

/** Reports every fault at once, contradictions between settings included. */
function parsed<S extends z.ZodObject>(schema: S, variables: Variables): z.output<S> {
  const cross: ConfigProblem[] = crossProblems(variables)
  try {
    const env = parseConfig(schema, variables)
    if (cross.length === 0) return env
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw new ConfigError([...error.problems, ...cross])
  }
  throw new ConfigError(cross)
}
