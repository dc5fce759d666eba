import { runServer, type ServerContext, type ServerParts } from '@landscape/service'
import { MAX_HEADER_BYTES } from '@landscape/http'
import { createIdentitySigner } from '@landscape/identity'
import type { Logger } from '@landscape/logging'
import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import { identifyByToken } from './identity/by-token.ts'
import { identifyAsDeveloper } from './identity/developer.ts'
import { createLocalCounter } from './limit/counter.ts'
import { allOf, createConcurrencyLimit, createRateLimit } from './limit/caller-limits.ts'
import { createRedisCounter } from './limit/redis-counter.ts'
import { createServiceWatch } from './own/service-watch.ts'
import { upstreamFigures } from './proxy/upstream-figures.ts'
import { prefixesWith } from './request/prefixes.ts'
import { isLocalPool } from './settings/is-local.ts'
import { createTokenVerifiers, type TokenSettings } from './identity/verifiers.ts'

/** Requests to one service at a time; more are turned away. */
const MAX_IN_FLIGHT = 1_024
/** For a load balancer to see that the gateway stops, before it refuses connections. */
const ANNOUNCE_MS = 2_000
const MINUTE_MS = 60_000
const KEY_REFRESH_MS = 15 * 60_000
/** How often the services are asked whether they are healthy, for the log. */
const LOOK_MS = 10_000

type Config = ReturnType<typeof readConfig>

await runServer(process, { name: 'gateway', readConfig, create })

async function create({
  config,
  logger,
  metrics,
  isDraining,
}: ServerContext<Config>): Promise<ServerParts> {
  const { identity, logout, frontendUrls, development, upstreams } = config
  warnOfModes(config, logger)
  const identify =
    identity.mode === 'tokens'
      ? identifyBy(identity, logger)
      : identifyAsDeveloper(identity.email, identity.groups)
  const { perMinute, atOnce } = config.callerLimits
  const shared =
    config.redisUrl === undefined
      ? undefined
      : await createRedisCounter(config.redisUrl, { windowMs: MINUTE_MS, limit: perMinute, logger })
  const counter = shared ?? createLocalCounter(MINUTE_MS, perMinute)
  const signer = createIdentitySigner(config.secret)
  const services = createServiceWatch({ upstreams, signer, ask: fetch, logger, metrics })
  setInterval(() => void services.look(), LOOK_MS).unref()
  return {
    app: createApp({
      prefixes: prefixesWith(config.publicPaths),
      upstreams,
      limits: { ...config.limits, maxInFlight: MAX_IN_FLIGHT },
      bodies: { document: config.bodyLimit },
      trustedProxies: config.trustedProxies,
      identify,
      browser: { frontendUrls, development, listensOn: config.host },
      limitCaller: allOf(createRateLimit(perMinute, counter), createConcurrencyLimit(atOnce)),
      signer,
      user: { development, logout: { ...logout, frontendUrls } },
      logger,
      metrics,
      observe: upstreamFigures(metrics),
      serviceChecks: services.checks,
      isDraining,
      checkReplies: config.checkReplies,
    }),
    serve: { maxHeaderBytes: MAX_HEADER_BYTES, announceMs: development ? 0 : ANNOUNCE_MS },
    close: () => shared?.close(),
  }
}

/** What an operator must never overlook. */
function warnOfModes({ identity, host, trustedProxies }: Config, logger: Logger): void {
  if (identity.mode === 'developer') {
    const text = 'DEVELOPMENT MODE: no token is checked, all callers are the developer user'
    logger.warn({ host }, text)
  } else if (isLocalPool(identity.userPoolId)) {
    const text =
      'LOCAL IDENTITY PROVIDER: tokens of its pool are accepted; never use this for real data'
    logger.warn({ host }, text)
  } else if (trustedProxies === 0) {
    logger.warn('TRUSTED_PROXIES is 0: callers behind a load balancer share one limit')
  }
}

function identifyBy(settings: TokenSettings, logger: Logger) {
  const verifiers = createTokenVerifiers(settings)
  const refresh = () =>
    verifiers.refresh().catch((err: unknown) => {
      logger.warn({ err }, "the identity provider's keys could not be fetched; known ones stay")
    })
  void refresh()
  setInterval(() => void refresh(), KEY_REFRESH_MS).unref()
  return identifyByToken(verifiers)
}
