import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  createDevIdp,
  createTokenIssuer,
  LOCAL_POOL,
  localSettings,
  type TokenIssuer,
} from '@landscape/dev/identity-provider'
import { startLandscape, type Landscape, type LandscapeOptions } from './landscape.ts'

/** The landscape as in production, and who issues tokens for it. */
export interface Production extends Landscape {
  issuer: TokenIssuer
}

/** Starts the real processes in production mode with a local identity provider. */
export async function startProduction({
  env = {},
  ...options
}: LandscapeOptions = {}): Promise<Production> {
  const issuer = createTokenIssuer(LOCAL_POOL)
  const provider = createServer(createDevIdp(LOCAL_POOL, issuer)).listen(0, '127.0.0.1')
  await once(provider, 'listening')
  const { port } = provider.address() as AddressInfo
  const close = () => {
    provider.closeAllConnections()
    provider.close()
  }
  try {
    const landscape = await startLandscape({
      ...options,
      env: {
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        RATE_LIMIT_PER_MINUTE: '0',
        CONCURRENT_REQUESTS_PER_CALLER: '0',
        CONNECTIONS_PER_NETWORK: '0',
        ...localSettings(LOCAL_POOL, `http://127.0.0.1:${port}`),
        ...env,
      },
    })
    const stop = async () => {
      await landscape.stop()
      close()
    }
    return { ...landscape, issuer, stop }
  } catch (error) {
    close()
    throw error
  }
}
