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
  compareInTurns,
  GATEWAY_IN_PRODUCTION,
  IN_PRODUCTION,
  withProcesses,
  type Figure,
  type Start,
} from './measure.ts'
import { inventProjects, SECRET, textOf } from './registry-client.ts'
import { storeOnDisk } from './store-on-disk.ts'

const OWNER = { email: 'p0@acme.example', groups: ['admin'] }
const PROJECTS = 500
/** Bytes of an answer. */
const SIZES = [1_000, 10_000, 100_000]
const ADMIN = '/admin/api/banners'

/** The gateway, verifying each caller, against a bare http-proxy-middleware before the same service. */
export async function benchGateway(): Promise<Figure[]> {
  const issuer = createTokenIssuer(LOCAL_POOL)
  const idp = createServer(createDevIdp(LOCAL_POOL, issuer)).listen(0, '127.0.0.1')
  const signer = createIdentitySigner(SECRET)
  const samples = fileURLToPath(new URL('../../sample-data', import.meta.url))
  const { directory, remove } = await storeOnDisk(async (store) => {
    await importDirectory(store, samples)
    await replace(store, DOCUMENTS.projects.ref, textOf(inventProjects(PROJECTS)))
  })
  /** The identity provider's own token, and what a load balancer makes of it. */
  const { authorization = '', ...balanced } = issuer.headersFor(OWNER)
  /** What services have to be told before a bare proxy, which knows no identities. */
  const signedFor = (audience: string) => signer.sign({ subject: 'p0', ...OWNER }, audience)
  const throughBoth = async (
    start: Start,
    name: string,
    {
      path,
      service,
      upstream,
      isReal = false,
    }: {
      path: string
      service: 'projects' | 'admin-review'
      upstream: string
      /** Whether the service wants to know who asks. */
      isReal?: boolean
    },
  ) => {
    const tokens = service === 'projects' ? { authorization } : balanced
    const bare = await start('gateway/bare-proxy.ts', { UPSTREAM: upstream })
    const gateway = await start('../services/gateway/src/main.ts', {
      ...GATEWAY_IN_PRODUCTION,
      [service === 'projects' ? 'PROJECTS_URL' : 'ADMIN_REVIEW_URL']: upstream,
      INTERNAL_TOKEN_SECRET: SECRET,
      ...localSettings(LOCAL_POOL, `http://127.0.0.1:${(idp.address() as AddressInfo).port}`),
    })
    return compareInTurns([
      {
        label: `gateway with identity, ${name} / bare http-proxy-middleware 4`,
        a: { url: gateway + path, through: [gateway, upstream], headers: () => tokens },
        b: {
          url: bare + path,
          through: [bare, upstream],
          headers: async () => ({
            ...tokens,
            ...(isReal && { [IDENTITY_HEADER]: await signedFor(service) }),
          }),
        },
        target: '≥ 0.9',
      },
    ])
  }
  try {
    const figures: Figure[] = []
    for (const bytes of SIZES) {
      figures.push(
        ...(await withProcesses(async (start) => {
          const upstream = await start('gateway/upstream.ts', { BYTES: String(bytes) })
          const answer = { path: ADMIN, service: 'admin-review', upstream } as const
          return throughBoth(start, `answers of ${bytes / 1_000} KB`, answer)
        })),
      )
    }
    for (const [service, path] of [
      ['projects', '/api/v1/projects'],
      ['admin-review', ADMIN],
    ] as const) {
      figures.push(
        ...(await withProcesses(async (start) => {
          const upstream = await start(`../services/${service}/src/main.ts`, {
            ...IN_PRODUCTION,
            DATA_DIR: directory,
            INTERNAL_TOKEN_SECRET: SECRET,
          })
          return throughBoth(start, `${path} of the ${service} service`, {
            path,
            service,
            upstream,
            isReal: true,
          })
        })),
      )
    }
    return figures
  } finally {
    idp.closeAllConnections()
    idp.close()
    remove()
  }
}
