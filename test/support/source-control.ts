import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLocalHost, SIGN_IN_USERS, type LocalHost } from '@landscape/dev/scm-host'
import { fetch } from './fetch.ts'
import type { LandscapeOptions } from './landscape.ts'
import { startProduction, type Production } from './production.ts'
import { switchable, type Switchable } from './switchable.ts'

const FRONTEND = 'https://landscape.example'
const CLIENT = { clientId: 'client', clientSecret: 'client-secret' }

/** The landscape as in production, set up for a local source-control host. */
export interface WithSourceControl extends Production {
  host: LocalHost
  /** Whether the host can be reached. */
  hostServer: Switchable
  /** A host token that was not obtained by signing in at the assistant. */
  tokenOf: (user: keyof typeof SIGN_IN_USERS) => string
}

/**
 * Starts gateway and assistant in production mode with a local source-control host.
 *
 * @param prepare configures the host before the services start
 */
export async function startWithSourceControl(
  { env = {}, seatCount = 40, ...options }: LandscapeOptions & { seatCount?: number } = {},
  prepare: (host: LocalHost) => void = () => undefined,
): Promise<WithSourceControl> {
  const { FRONTEND_URL: frontend = FRONTEND } = env
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const directory = mkdtempSync(join(tmpdir(), 'landscape-scm-'))
  const keyFile = join(directory, 'private-key.pem')
  writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  const host = createLocalHost({
    ...CLIENT,
    org: 'acme',
    appId: '1001',
    publicKey,
    callbackOrigins: [frontend],
    seatCount,
  })
  prepare(host)
  const hostServer = await switchable(createServer(host.app))
  const close = async () => {
    await hostServer.disconnect()
    rmSync(directory, { recursive: true, force: true })
  }
  try {
    const production = await startProduction({
      services: ['gateway', 'assistant'],
      ...options,
      env: {
        FRONTEND_URL: frontend,
        SCM_ORG: 'acme',
        SCM_APP_ID: '1001',
        SCM_APP_CLIENT_ID: CLIENT.clientId,
        SCM_APP_CLIENT_SECRET: CLIENT.clientSecret,
        SCM_API_URL: `${hostServer.origin}/api/v3`,
        SCM_WEB_URL: hostServer.origin,
        SCM_PRIVATE_KEY_FILE: keyFile,
        ...env,
      },
    })
    const tokenOf: WithSourceControl['tokenOf'] = (user) => {
      const owner = host.organisation.users.find(({ login }) => login === SIGN_IN_USERS[user])!
      const code = host.credentials.grant(owner, frontend, undefined)
      return host.credentials.redeem(code, frontend, undefined)!
    }
    const stop = async () => {
      await production.stop()
      await close()
    }
    return { ...production, host, hostServer, tokenOf, stop }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Signs a sample user in at the host, as a browser would, up to the code.
 *
 * @returns the body and the cookie of the request that completes the sign-in
 */
export async function consent(
  { url }: Pick<WithSourceControl, 'url'>,
  headers: Record<string, string> = {},
): Promise<{ body: Record<string, string>; cookie: string }> {
  const login = await fetch(`${url}/assistant/api/scm/oauth/login`, { headers, redirect: 'manual' })
  await login.body?.cancel()
  const page = `${login.headers.get('location')}&login=${SIGN_IN_USERS.ordinary}`
  const decision = new URLSearchParams({ decision: 'authorize' })
  const back = await fetch(page, { method: 'POST', body: decision, redirect: 'manual' })
  await back.body?.cancel()
  const { searchParams } = new URL(back.headers.get('location')!)
  return { body: Object.fromEntries(searchParams), cookie: cookiesOf(login) }
}

/** Returns the cookies of a response as a `Cookie` header value. */
export function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .filter((cookie) => !cookie?.endsWith('='))
    .join('; ')
}
