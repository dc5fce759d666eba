import { createServer } from 'node:http'
import {
  createDevIdp,
  createProviderIssuer,
  createTokenIssuer,
  LOCAL_POOL,
  localSettings,
  providerSettings,
  type TokenIssuer,
} from '@landscape/dev/identity-provider'
import { createClient, type Client } from './client.ts'
import { startLandscape, type Landscape, type LandscapeOptions } from './landscape.ts'
import { switchable } from './switchable.ts'

/** A landscape in production mode with its token issuer. */
export interface Production extends Landscape {
  issuer: TokenIssuer
  /** A client of the gateway, which `stop` closes. */
  client: Client
}

interface ProductionOptions extends LandscapeOptions {
  /** Whose tokens callers have; those of a user pool when absent. */
  callers?: 'pool' | 'provider'
}

/** Starts the real processes in production mode with a local identity provider. */
export async function startProduction({
  env = {},
  callers = 'pool',
  ...options
}: ProductionOptions = {}): Promise<Production> {
  const poolIssuer = createTokenIssuer(LOCAL_POOL)
  const identityProvider = await switchable(createServer(createDevIdp(LOCAL_POOL, poolIssuer)))
  const { origin } = identityProvider
  const [issuer, settings] =
    callers === 'pool'
      ? [poolIssuer, localSettings(LOCAL_POOL, origin)]
      : [createProviderIssuer(poolIssuer, origin), providerSettings(origin)]
  try {
    const landscape = await startLandscape({
      ...options,
      env: {
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        RATE_LIMIT_PER_MINUTE: '0',
        CONCURRENT_REQUESTS_PER_CALLER: '0',
        ...settings,
        ...env,
      },
    })
    const client = createClient(landscape.url)
    const stop = async () => {
      client.close()
      await landscape.stop()
      await identityProvider.disconnect()
    }
    return { ...landscape, client, issuer, stop }
  } catch (error) {
    await identityProvider.disconnect()
    throw error
  }
}
