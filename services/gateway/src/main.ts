import { MAX_HEADER_BYTES } from '@landscape/http/server/serve'
import { createIdentitySigner } from '@landscape/runtime/identity/identity-token'
import { runServer } from '@landscape/runtime/process/run-server'
import { createApp } from './app.ts'
import { Env, readConfig } from './config.ts'
import { createKeyRing } from './authenticate/key-ring.ts'
import { createKeySource } from './forward/key-source.ts'
import { openIdentity } from './authenticate/open-identity.ts'
import { allOf, createConcurrencyLimit, createRateLimit } from './authorise/caller-limits.ts'
import { openCounter } from './authorise/redis-counter.ts'
import { createServiceWatch } from './site/service-watch.ts'
import { closeUpstreams, createUpstreams } from './forward/upstream.ts'
import { upstreamMetrics } from './forward/upstream-metrics.ts'
import { COMPATIBILITY_ALIASES, prefixesWith } from './request/prefixes.ts'

const MINUTE_MS = 60_000
/** Memory of shared responses, for all callers. */
const SHARED_READ_BYTES = 32 * 1024 * 1024

await runServer(process, {
  name: 'gateway',
  settings: Env,
  readConfig,
  async create({ config, logger, metrics, tracing, isDraining }) {
    const { development, existingClients, frontendUrls, host, trustedProxies } = config
    const { perMinute, concurrent } = config.callerLimits
    const limit = { windowMs: MINUTE_MS, limit: perMinute, logger, metrics }
    const counter = await openCounter(config.redisUrl, limit)
    const signer = createIdentitySigner(config.secret)
    const upstreams = createUpstreams({
      addresses: config.upstreams,
      limits: config.upstreamLimits,
      observe: upstreamMetrics(metrics),
      tracing,
      logger,
    })
    const source = createKeySource({ upstream: upstreams['admin-review'], signer })
    const keys = createKeyRing({ source, logger })
    const { identify, checks, provider } = openIdentity(config.identity, {
      host,
      trustedProxies,
      keys,
      logger,
      metrics,
    })
    const services = createServiceWatch({ upstreams, signer, logger, metrics })
    const app = createApp({
      prefixes: prefixesWith(config.publicPaths, config.openContacts, existingClients),
      aliases: config.compatibilityAliases ? COMPATIBILITY_ALIASES : [],
      upstreams,
      bodies: { document: config.bodyLimit },
      trustedProxies,
      tokenHeader: config.tokenHeader,
      identify,
      browser: { frontendUrls, development, listensOn: host },
      limitCaller: allOf(createRateLimit(perMinute, counter), createConcurrencyLimit(concurrent)),
      sharedReadBytes: SHARED_READ_BYTES,
      signer,
      forwardAuthSecret: config.forwardAuthSecret,
      user: { development, existingClients, logout: { ...config.logout, provider, frontendUrls } },
      logger,
      metrics,
      tracing,
      recordedShare: config.recordedShare,
      serviceChecks: services.checks,
      otherChecks: { ...checks, ...counter.checks },
      isDraining,
      checkReplies: config.checkReplies,
    })
    const serve = { maxHeaderBytes: MAX_HEADER_BYTES, maxConnections: config.maxConnections }
    const close = () => {
      counter.close()
      return closeUpstreams(upstreams)
    }
    return { app, serve, startWork: services.start, close }
  },
})
