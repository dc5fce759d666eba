import { createPrivateKey, createPublicKey } from 'node:crypto'
import {
  createTokenIssuer,
  LOCAL_POOL,
  type IssuerKeys,
  type TokenIssuer,
} from '@landscape/dev/identity-provider'
import { fetch, registerGateway } from './fetch.ts'
import { startLandscape, type Landscape } from './landscape.ts'
import { startProduction } from './production.ts'

const SETTINGS = {
  development: { RATE_LIMIT_PER_MINUTE: '0' },
  production: { FRONTEND_URL: 'https://landscape.example', COMPATIBILITY_ALIASES: 'true' },
}
type Mode = keyof typeof SETTINGS

/** A landscape shared by test files: its services keep running and its documents are kept. */
export interface SharedLandscape {
  url: string
  urls: Landscape['urls']
  internalTokenSecret: string
  /** Call it in `afterAll`. */
  leave: () => Promise<void>
}

export interface SharedProduction extends SharedLandscape {
  issuer: TokenIssuer
}

/**
 * Joins the landscape of this jest worker. Store documents under unique names; start a separate
 * landscape to change settings or to stop a service.
 *
 * @example
 * const landscape = await joinLandscape()
 * const production = await joinLandscape('production')
 */
export async function joinLandscape(mode?: 'development'): Promise<SharedLandscape>
export async function joinLandscape(mode: 'production'): Promise<SharedProduction>
export async function joinLandscape(mode: Mode = 'development') {
  const address = process.env['SHARED_LANDSCAPES']
  // Only the jest configuration of system tests starts the server of shared landscapes.
  const { stop, joined } =
    address === undefined ? await startShared(mode) : await fetchLandscape(address, mode)
  const { keys, ...landscape } = joined
  registerGateway(landscape.url)
  const issuer = keys && createTokenIssuer(LOCAL_POOL, Date.now, readKeys(keys))
  return { ...landscape, issuer, leave: stop }
}

/** A landscape as it is sent to the workers. */
interface Joined extends Pick<Landscape, 'url' | 'urls' | 'internalTokenSecret'> {
  keys?: Record<keyof IssuerKeys, SentKey>
}
interface SentKey {
  kid: string
  pem: string
}

/** Starts a shared landscape. */
export async function startShared(
  mode: Mode,
): Promise<{ joined: Joined; stop: () => Promise<void> }> {
  const env = SETTINGS[mode]
  const production = mode === 'production' ? await startProduction({ env }) : undefined
  const landscape = production ?? (await startLandscape({ env }))
  const { url, urls, internalTokenSecret, stop } = landscape
  const keys = production && { keys: writeKeys(production.issuer.keys()) }
  return { joined: { url, urls, internalTokenSecret, ...keys }, stop }
}

async function fetchLandscape(address: string, mode: Mode) {
  const response = await fetch(`${address}/${mode}/${process.env['JEST_WORKER_ID'] ?? 0}`)
  if (!response.ok) throw new Error(await response.text())
  return { joined: (await response.json()) as Joined, stop: async () => {} }
}

function writeKeys({ idp, loadBalancer }: IssuerKeys) {
  const write = ({ kid, privateKey }: IssuerKeys['idp']): SentKey => ({
    kid,
    pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  })
  return { idp: write(idp), loadBalancer: write(loadBalancer) }
}

function readKeys({ idp, loadBalancer }: NonNullable<Joined['keys']>): IssuerKeys {
  const read = ({ kid, pem }: SentKey) => {
    const privateKey = createPrivateKey(pem)
    return { kid, privateKey, publicKey: createPublicKey(privateKey) }
  }
  return { idp: read(idp), loadBalancer: read(loadBalancer) }
}
