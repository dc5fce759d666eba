import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  createDevIdp,
  createTokenIssuer,
  LOCAL_POOL,
  localSettings,
} from '@landscape/dev/identity-provider'
import { compareCosts, withProcesses, type Figure } from './measure.ts'

/** The gateway, verifying each caller, against a bare http-proxy-middleware before the same service. */
export async function benchGateway(): Promise<Figure[]> {
  const issuer = createTokenIssuer(LOCAL_POOL)
  const idp = createServer(createDevIdp(LOCAL_POOL, issuer)).listen(0, '127.0.0.1')
  try {
    return await withProcesses(async (start) => {
      const upstream = await start('gateway/upstream.ts')
      const bare = await start('gateway/bare-proxy.ts', { UPSTREAM: upstream })
      const keys = `http://127.0.0.1:${(idp.address() as AddressInfo).port}`
      const gateway = await start('../services/gateway/src/main.ts', {
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        ADMIN_REVIEW_URL: upstream,
        INTERNAL_TOKEN_SECRET: 'only-for-this-measurement-on-loopback',
        RATE_LIMIT_PER_MINUTE: '1000000',
        CONCURRENT_REQUESTS_PER_CALLER: '10000',
        ...localSettings(LOCAL_POOL, keys),
      })
      const path = '/admin/api/banners'
      const person = { email: 'kim@acme.example', groups: ['admin'] }
      const { authorization: _, ...headers } = issuer.headersFor(person)
      return [
        await compareCosts('gateway with identity / bare http-proxy-middleware 4', {
          a: { url: gateway + path, through: [gateway, upstream] },
          b: { url: bare + path, through: [bare, upstream] },
          headers,
          target: '≥ 0.9',
        }),
      ]
    })
  } finally {
    idp.closeAllConnections()
    idp.close()
  }
}
