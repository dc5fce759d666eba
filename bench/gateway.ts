import { compare, withProcesses, type Figure } from './measure.ts'

/** The gateway against a bare http-proxy-middleware in front of the same service. */
export async function benchGateway(): Promise<Figure[]> {
  return withProcesses(async (start) => {
    const upstream = await start('gateway/upstream.ts')
    const bare = await start('gateway/bare-proxy.ts', { UPSTREAM: upstream })
    const gateway = await start('../services/gateway/src/main.ts', {
      DATA_URL: upstream,
      INTERNAL_TOKEN_SECRET: 'only-for-this-measurement-on-loopback',
    })
    const path = '/api/tech-radar/json'
    return [
      {
        label: 'gateway / bare http-proxy-middleware 4',
        ratio: await compare(gateway + path, bare + path),
      },
    ]
  })
}
