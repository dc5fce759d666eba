import { createServer } from 'node:http'
import {
  createDevIdp,
  createTokenIssuer,
  LOCAL_POOL,
  localSettings,
  type TokenIssuer,
} from '@landscape/dev/identity-provider'
import { startLandscape, type Landscape, type LandscapeOptions } from './landscape.ts'
import { switchable, type Switchable } from './switchable.ts'

/** A landscape in production mode with its token issuer. */
export interface Production extends Landscape {
  issuer: TokenIssuer
  /** Publishes the keys of tokens (JWKS). */
  identityProvider: Switchable
}

/** Starts the real processes in production mode with a local identity provider. */
export async function startProduction({
  env = {},
  ...options
}: LandscapeOptions = {}): Promise<Production> {
  const issuer = createTokenIssuer(LOCAL_POOL)
  const identityProvider = await switchable(createServer(createDevIdp(LOCAL_POOL, issuer)))
  try {
    const landscape = await startLandscape({
      ...options,
      env: {
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        RATE_LIMIT_PER_MINUTE: '0',
        CONCURRENT_REQUESTS_PER_CALLER: '0',
        ...localSettings(LOCAL_POOL, identityProvider.origin),
        ...env,
      },
    })
    const stop = async () => {
      await landscape.stop()
      await identityProvider.disconnect()
    }
    return { ...landscape, issuer, identityProvider, stop }
  } catch (error) {
    await identityProvider.disconnect()
    throw error
  }
}
