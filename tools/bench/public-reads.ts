import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import {
  createDevIdp,
  createTokenIssuer,
  LOCAL_POOL,
  localSettings,
} from '@landscape/dev/identity-provider'
import { importDirectory } from '@landscape/store'
import { CHANGING } from './load.ts'
import {
  compareInterleaved,
  GATEWAY_IN_PRODUCTION,
  IN_PRODUCTION,
  withProcesses,
  type Comparison,
  type Measurement,
  type Side,
} from './measure.ts'
import { startNginx } from './gateway/nginx.ts'
import { storeOnDisk } from './store-on-disk.ts'

/** 30 seconds of each side spread over two minutes, because other load on the machine varies. */
const ROUNDS = 31
const SECRET = { INTERNAL_TOKEN_SECRET: 'only-for-this-measurement-on-loopback' }
const CASES = [
  { name: 'small list', path: '/api/banners', headers: {} },
  { name: 'radar, brotli', path: '/api/tech-radar/json', headers: { 'accept-encoding': 'br' } },
  { name: 'statistics', path: '/api/json', headers: { 'accept-encoding': 'gzip, deflate, br' } },
  { name: 'unique URLs', path: `/api/banners${CHANGING}`, headers: {} },
]

/** Compares public reads through the gateway with bare proxies in front of the same service. */
export async function benchPublicReads(): Promise<Measurement[]> {
  const samples = fileURLToPath(new URL('../../sample-data', import.meta.url))
  const { directory, remove } = await storeOnDisk((store) => importDirectory(store, samples))
  const idp = createServer(createDevIdp(LOCAL_POOL, createTokenIssuer(LOCAL_POOL)))
  await new Promise<void>((resolve) => idp.listen(0, '127.0.0.1', resolve))
  const keys = `http://127.0.0.1:${(idp.address() as AddressInfo).port}`
  try {
    return await withProcesses(async (start) => {
      const data = await start('../../services/data/src/main.ts', {
        ...IN_PRODUCTION,
        DATA_DIR: directory,
        ...SECRET,
      })
      const bare = await start('gateway/bare-proxy.ts', { UPSTREAM: data })
      const startGateway = (env: Record<string, string>) =>
        start('../../services/gateway/src/main.ts', {
          ...GATEWAY_IN_PRODUCTION,
          DATA_URL: data,
          ...SECRET,
          ...localSettings(LOCAL_POOL, keys),
          ...env,
        })
      const gateway = await startGateway({})
      const unshared = await startGateway({ SHARED_READS_MB: '0' })
      const nginx = await startNginx(data, directory)
      const measurements: Measurement[] = []
      try {
        for (const { name, path, headers } of CASES) {
          const side = (url: string): Side => {
            return { url: url + path, through: [url, data], headers: () => headers }
          }
          const ours = side(gateway)
          const isBounded = !path.endsWith(CHANGING)
          const against = (peer: string, url: string, target?: string): Comparison => {
            const isTargeted = isBounded && target !== undefined
            const label = `gateway, ${name} / ${peer}`
            return { label, a: ours, b: side(url), ...(isTargeted && { target }) }
          }
          measurements.push(
            ...(await compareInterleaved(
              [
                against('bare http-proxy-middleware 4', bare, '≥ 2.5'),
                ...(nginx ? [against('nginx', nginx.url)] : []),
                against('the gateway without shared reads', unshared),
              ],
              ROUNDS,
            )),
          )
        }
      } finally {
        nginx?.stop()
      }
      return measurements
    })
  } finally {
    idp.closeAllConnections()
    idp.close()
    remove()
  }
}
