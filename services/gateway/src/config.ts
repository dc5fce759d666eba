import {
  bodyLimitOf,
  ConfigError,
  hostOf,
  logGroupOf,
  parseConfig,
  type ConfigProblem,
} from '@landscape/config'
import { crossProblems } from './settings/cross-problems.ts'
import { DevelopmentEnv, ProductionEnv } from './settings/env.ts'
import { keyAddresses } from './settings/key-addresses.ts'
import type { UpstreamName } from './request/prefixes.ts'

export { DevelopmentEnv as Env } from './settings/env.ts'

type Variables = Readonly<Record<string, string | undefined>>

/**
 * Settings of the gateway.
 * @throws ConfigError naming everything that is missing, weak or contradictory at once
 */
export function readConfig(variables: Variables) {
  const env = parsed(variables)
  const development = env.NODE_ENV === 'development'
  const { userPoolId, clientId, loadBalancerArn } = {
    userPoolId: env.IDP_USER_POOL_ID,
    clientId: env.IDP_USER_POOL_CLIENT_ID,
    loadBalancerArn: env.LB_ARN,
  }
  const complete =
    userPoolId !== undefined && clientId !== undefined && loadBalancerArn !== undefined
  return {
    host: hostOf(env),
    port: env.PORT,
    logLevel: env.LOG_LEVEL,
    logPretty: env.LOG_PRETTY,
    logGroup: logGroupOf(env),
    metricsPort: env.METRICS_PORT,
    checkReplies: env.CHECK_REPLIES,
    upstreams: {
      projects: env.PROJECTS_URL,
      data: env.DATA_URL,
      'admin-review': env.ADMIN_REVIEW_URL,
      assistant: env.ASSISTANT_URL,
    } satisfies Record<UpstreamName, string>,
    secrets: [env.INTERNAL_TOKEN_SECRET, env.INTERNAL_TOKEN_SECRET_PREVIOUS].filter(
      (secret) => secret !== undefined,
    ),
    trustedProxies: env.TRUSTED_PROXIES,
    limits: {
      timeoutMs: env.UPSTREAM_TIMEOUT_SECONDS * 1_000,
      patienceMs: env.UPSTREAM_RESTART_SECONDS * 1_000,
    },
    bodyLimit: bodyLimitOf(env),
    publicPaths: env.PUBLIC_PREFIXES,
    development,
    developer: {
      email: env.DEV_USER_EMAIL,
      groups: env.DEV_USER_GROUPS?.length ? env.DEV_USER_GROUPS : ['admin', 'reviewer'],
    },
    tokens:
      development || !complete
        ? undefined
        : { userPoolId, clientId, loadBalancerArn, ...keyAddresses(env) },
    frontendUrls: env.FRONTEND_URL ?? (development ? LOCAL_FRONTENDS : []),
    logout: {
      poolDomain: env.IDP_USER_POOL_DOMAIN,
      region: env.CLOUD_REGION ?? userPoolId?.split('_', 1)[0],
      clientId,
      signOutUrl: env.SIGN_OUT_URL,
    },
    callerLimits: {
      perMinute: env.RATE_LIMIT_PER_MINUTE ?? (development ? 0 : 600),
      atOnce: env.CONCURRENT_REQUESTS_PER_CALLER ?? (development ? 0 : 64),
    },
    redisUrl: env.REDIS_URL,
  }
}

const LOCAL_FRONTENDS = ['http://localhost:3000', 'http://127.0.0.1:3000']

/** Anything but development needs the identity provider; a misspelt mode does too. */
function parsed(variables: Variables) {
  const schema = variables['NODE_ENV']?.trim() === 'development' ? DevelopmentEnv : ProductionEnv
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
