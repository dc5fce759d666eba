import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLocalHost, SIGN_IN_USERS, type LocalHost } from '@landscape/dev/scm-host'
import { createHostCache, type HostCaching } from '../src/host/host-cache.ts'
import { createHostFetch } from '../src/host/host-fetch.ts'
import { connectHost, type AppSettings, type ConnectionOptions } from '../src/host/open-host.ts'
import type { UserToken } from '../src/host/port.ts'
import {
  createSourceControlHost,
  type SourceControlHostOptions,
} from '../src/host/source-control-host.ts'
import { FRONTEND } from './assistant-service.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const PEM = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()

export const CLIENT = { clientId: 'client', clientSecret: 'the-client-secret' }
/** Day of the last report. */
export const LAST_DAY = '2026-11-17'
export const REPORT_TIME = Date.parse('2026-11-18T10:00:00Z')

export interface RunningHost extends LocalHost {
  origin: string
  /** Returns the recorded calls whose URL contains a string. */
  callsTo: (part: string) => readonly string[]
  /** A token as the sign-in would return it. */
  tokenOf: (user: keyof typeof SIGN_IN_USERS) => string
  close: () => Promise<void>
}

/** A local source-control host on its own port. */
export async function startHost({
  seatCount = 250,
  gatewayUrl,
}: { seatCount?: number; gatewayUrl?: string } = {}): Promise<RunningHost> {
  const callbackOrigins = [FRONTEND]
  const host = createLocalHost({
    ...CLIENT,
    org: 'acme',
    appId: '1001',
    publicKey,
    callbackOrigins,
    seatCount,
    ...(gatewayUrl !== undefined && { gatewayUrl }),
    reportTime: () => REPORT_TIME,
  })
  const server = createServer(host.app)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  callbackOrigins.push(`http://127.0.0.1:${port}`)
  return {
    ...host,
    origin: `http://127.0.0.1:${port}`,
    callsTo: (part) => host.calls.filter((call) => call.includes(part)),
    tokenOf: (user) => {
      const code = host.credentials.grant(
        host.organisation.users.find(({ login }) => login === SIGN_IN_USERS[user])!,
        FRONTEND,
        undefined,
      )
      return host.credentials.redeem(code, FRONTEND, undefined)!
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A token from a sealed cookie. */
export function trusted(value: string): UserToken {
  return { value, isTrusted: true, caller: 'user 1' }
}

/** A token from a plain cookie. */
export function unverified(value: string, caller = 'address 203.0.113.1'): UserToken {
  return { value, isTrusted: false, caller }
}

/** Client, reports and source of a host, as the service creates them. */
export function gitHubFor(
  host: Pick<RunningHost, 'origin'>,
  options: Partial<AppSettings & ConnectionOptions & SourceControlHostOptions & HostCaching> = {},
) {
  const warnings: string[] = []
  const base = {
    apiUrl: `${host.origin}/api/v3`,
    assistantApiUrl: `${host.origin}/api/v3`,
    org: 'acme',
    appId: '1001',
    key: { secretName: undefined, region: undefined, file: undefined },
    reportHosts: [],
    reportMaxBytes: 20_000_000,
    ...options,
  }
  const { client, reports, billing } = connectHost(base, {
    privateKey: async () => PEM,
    fetch: createHostFetch(fetch),
    retryBaseMs: 1,
    // Far above any delay of a busy machine, as the waits below.
    requestTimeoutMs: 60_000,
    ...options,
    warn: (text) => void warnings.push(text),
  })
  const now = options.now ?? (() => performance.now())
  const cached = createHostCache({
    freshMs: 60_000,
    staleMs: 3_600_000,
    maxStaleWaitMs: 60_000,
    maxWaitMs: 60_000,
    ...options,
    now,
    warn: (error) => void warnings.push(describeError(error)),
  })
  const source = createSourceControlHost({ client, reports, ...base, cached, now })
  return { client, reports, billing, source, cached, warnings }
}

function describeError(error: unknown): string {
  const { message, cause } = error as Error
  return cause === undefined ? message : `${message} (${(cause as Error).message})`
}
