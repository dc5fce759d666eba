import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import {
  createDevIdp,
  createTokenIssuer,
  LOCAL_POOL,
  localSettings,
} from '@landscape/dev/identity-provider'
import { DOCUMENTS } from '@landscape/contracts'
import { createIdentitySigner, IDENTITY_HEADER } from '@landscape/runtime'
import { importDirectory, replace } from '@landscape/store'
import {
  compareInterleaved,
  GATEWAY_IN_PRODUCTION,
  IN_PRODUCTION,
  withProcesses,
  type Measurement,
  type Start,
} from './measure.ts'
import { generateProjects, SECRET, textOf } from './registry-client.ts'
import { storeOnDisk } from './store-on-disk.ts'

const OWNER = { email: 'p0@acme.example', groups: ['admin'] }
const PROJECTS = 500
/** Response sizes in bytes. */
const SIZES = [1_000, 10_000, 100_000]
const ADMIN = '/admin/api/banners'
type Service = 'projects' | 'admin-review'
const SERVICES: readonly [service: Service, path: string][] = [
  ['projects', '/api/v1/projects'],
  ['admin-review', ADMIN],
]

/**
 * Compares the gateway, which verifies each caller, with a bare http-proxy-middleware in front of
 * the same service.
 */
export async function benchGateway(): Promise<Measurement[]> {
  const issuer = createTokenIssuer(LOCAL_POOL)
  const idp = createServer(createDevIdp(LOCAL_POOL, issuer)).listen(0, '127.0.0.1')
  const samples = fileURLToPath(new URL('../../sample-data', import.meta.url))
  const { directory, remove } = await storeOnDisk(async (store) => {
    await importDirectory(store, samples)
    await replace(store, DOCUMENTS.projects.ref, textOf(generateProjects(PROJECTS)))
  })
  const pair = { headers: issuer.headersFor(OWNER), idpPort: (idp.address() as AddressInfo).port }
  try {
    const measurements: Measurement[] = []
    for (const bytes of SIZES) measurements.push(...(await benchSize(bytes, pair)))
    for (const [service, path] of SERVICES) {
      measurements.push(...(await benchService({ service, path, directory }, pair)))
    }
    return measurements
  } finally {
    idp.closeAllConnections()
    idp.close()
    remove()
  }
}

interface Pair {
  /** The identity provider's token and the headers that a load balancer adds. */
  headers: Record<string, string>
  idpPort: number
}

function benchSize(bytes: number, pair: Pair): Promise<Measurement[]> {
  return withProcesses(async (start) => {
    const upstream = await start('gateway/upstream.ts', { BYTES: String(bytes) })
    const name = `responses of ${bytes / 1_000} KB`
    return throughBoth(start, { name, path: ADMIN, service: 'admin-review', upstream }, pair)
  })
}

function benchService(
  { service, path, directory }: { service: Service; path: string; directory: string },
  pair: Pair,
): Promise<Measurement[]> {
  return withProcesses(async (start) => {
    const upstream = await start(`../services/${service}/src/main.ts`, {
      ...IN_PRODUCTION,
      DATA_DIR: directory,
      INTERNAL_TOKEN_SECRET: SECRET,
    })
    const name = `${path} of the ${service} service`
    return throughBoth(start, { name, path, service, upstream, needsIdentity: true }, pair)
  })
}

interface Target {
  name: string
  path: string
  service: Service
  upstream: string
  /** Whether the service requires an identity. */
  needsIdentity?: boolean
}

async function throughBoth(
  start: Start,
  { name, path, service, upstream, needsIdentity = false }: Target,
  { headers: { authorization = '', ...balanced }, idpPort }: Pair,
): Promise<Measurement[]> {
  const tokens = service === 'projects' ? { authorization } : balanced
  const bare = await start('gateway/bare-proxy.ts', { UPSTREAM: upstream })
  const gateway = await start('../../services/gateway/src/main.ts', {
    ...GATEWAY_IN_PRODUCTION,
    [service === 'projects' ? 'PROJECTS_URL' : 'ADMIN_REVIEW_URL']: upstream,
    INTERNAL_TOKEN_SECRET: SECRET,
    ...localSettings(LOCAL_POOL, `http://127.0.0.1:${idpPort}`),
  })
  const signer = createIdentitySigner(SECRET)
  /** Signs the identity that services require behind a bare proxy. */
  const identity = () => signer.sign({ subject: 'p0', ...OWNER }, service)
  return compareInterleaved([
    {
      label: `gateway with identity, ${name} / bare http-proxy-middleware 4`,
      a: { url: gateway + path, through: [gateway, upstream], headers: () => tokens },
      b: {
        url: bare + path,
        through: [bare, upstream],
        headers: async () => ({
          ...tokens,
          ...(needsIdentity && { [IDENTITY_HEADER]: await identity() }),
        }),
      },
      target: '≥ 0.9',
    },
  ])
}
