import { runProcess, serve } from '@landscape/http'
import { createIdentitySigner, createIdentityVerifier } from '@landscape/identity'
import { createLogger } from '@landscape/logging'
import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import { identifyAsDeveloper } from './identity/developer.ts'

const UPSTREAM_TIMEOUT_MS = 30_000

await runProcess(process, async () => {
  const config = readConfig(process.env)
  const logger = createLogger({
    service: 'gateway',
    level: config.logLevel,
    pretty: process.stdout.isTTY,
  })
  logger.warn(
    { host: config.host },
    'DEVELOPMENT MODE: no token is checked, every caller is the developer user',
  )
  const running = await serve(
    ({ isDraining }) =>
      createApp({
        upstreams: config.upstreams,
        upstreamTimeoutMs: UPSTREAM_TIMEOUT_MS,
        trustedProxies: config.trustedProxies,
        identify: identifyAsDeveloper(config.developer.email, config.developer.groups),
        signer: createIdentitySigner(config.internalSecret),
        verifier: createIdentityVerifier([config.internalSecret], 'gateway'),
        user: { development: config.development, logout: config.logout },
        logger,
        isDraining,
      }),
    { host: config.host, port: config.port, logger },
  )
  return { running, logger }
})
