import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { App } from '@octokit/app'
import { Octokit } from '@octokit/core'
import { paginateRest } from '@octokit/plugin-paginate-rest'
import { retry } from '@octokit/plugin-retry'
import { throttling } from '@octokit/plugin-throttling'
import type { LastUse } from '@landscape/runtime/process/last-use'
import { failureOf, HostFailure, isAuthenticationLost } from './failure.ts'
import type { Fetch } from './host-fetch.ts'

const Kit = Octokit.plugin(paginateRest, retry, throttling, pinApiVersion)
export type HostOctokit = InstanceType<typeof Kit>

interface ClientOptions {
  apiUrl: string
  org: string
  appId: string
  privateKey: () => Promise<string>
  /** Receives tokens, so it must restrict the origins. */
  fetch: Fetch
  /** Receives warnings and errors of Octokit. */
  warn: (text: string) => void
  /** Receives the outcome of each connection as the app. */
  appUse?: Pick<LastUse, 'worked' | 'failed'> | undefined
  /** Milliseconds per second of a retry delay; tests shorten it. */
  retryBaseMs?: number
}

/** Sends requests to the source-control host, as the app or as a user. */
export interface HostClient {
  /**
   * @param signal cancels the request
   * @throws HostFailure
   */
  asApp<T>(request: (octokit: HostOctokit) => Promise<T>, signal?: AbortSignal): Promise<T>
  /** @throws HostFailure `rejected` with status 401 when the token is invalid */
  asUser<T>(
    token: string,
    queue: 'user' | 'unverified',
    request: (octokit: HostOctokit) => Promise<T>,
  ): Promise<T>
}

interface Installation {
  app: App
  installationId: number
}

/** Maximum rate-limit delay, in seconds, that is waited for, once. */
const MAX_LIMIT_WAIT_S = 3
const NO_RETRY = [400, 401, 403, 404, 409, 410, 422, 429, 451]

/** A client of the host; the private key is read at the first request of the app. */
export function createHostClient(options: ClientOptions): HostClient {
  const { appUse, retryBaseMs = 1000 } = options
  // Octokit's queues are global to the process, so their ids need a suffix per client.
  const client = randomUUID()
  // Separate queues: users must not delay the app, and unverified tokens must not delay users.
  const settingsOf = (queue: string) => octokitSettings(`${queue} ${client}`, options)
  const settings = { user: settingsOf('user'), unverified: settingsOf('unverified') }
  const installation = createInstallation(settingsOf('app'), options)
  return {
    async asApp(request, signal) {
      for (let isRepeated = false; ; isRepeated = true) {
        const connection = installation.connect()
        let isConnected = false
        try {
          const octokit = await installation.octokitOf(await connection, signal)
          isConnected = true
          appUse?.worked()
          return await request(octokit)
        } catch (error) {
          // A revoked token and a reinstalled app both need a new connection.
          const isLost = isAuthenticationLost(error)
          if (isLost) installation.forget(connection)
          if (isRepeated || !isLost) {
            const failure = failureOf(error)
            if (isConnected) throw failure
            const reason = notConnected(failure)
            appUse?.failed(reason.message)
            throw reason
          }
        }
        // A new token may take a moment to become valid on every server of the host.
        await sleep(retryBaseMs)
      }
    },
    async asUser(token, queue, request) {
      try {
        return await request(new Kit({ ...settings[queue], auth: token }))
      } catch (error) {
        throw failureOf(error)
      }
    },
  }
}

/** Settings of an Octokit with this queue. */
function octokitSettings(queue: string, options: ClientOptions) {
  const { apiUrl, fetch, warn, retryBaseMs = 1000 } = options
  const wait = (retryAfter: number, _o: unknown, _k: unknown, retries: number) =>
    retryAfter <= MAX_LIMIT_WAIT_S && retries < 1
  const ignore = () => undefined
  return {
    baseUrl: apiUrl,
    userAgent: 'technology-landscape-backend',
    request: { fetch },
    retry: { retries: 1, retryAfterBaseValue: retryBaseMs, doNotRetry: NO_RETRY },
    throttle: {
      id: queue,
      onRateLimit: wait,
      onSecondaryRateLimit: wait,
      retryAfterBaseValue: retryBaseMs,
    },
    log: { debug: ignore, info: ignore, warn, error: warn },
  }
}

/** The app's installation in the organisation; one connection is shared until it is forgotten. */
function createInstallation(
  settings: ReturnType<typeof octokitSettings>,
  { org, appId, privateKey }: ClientOptions,
) {
  let current: Promise<Installation> | undefined

  function forget(lost: Promise<Installation>): void {
    if (current === lost) current = undefined
  }
  async function lookUp(): Promise<Installation> {
    const app = new App({
      appId,
      privateKey: await privateKey(),
      Octokit: Kit.defaults(settings),
      log: settings.log,
    })
    const { data } = await app.octokit.request('GET /orgs/{org}/installation', { org })
    return { app, installationId: data.id }
  }
  return {
    forget,
    /** Reads the key and looks up the installation once; the app caches its token until it expires. */
    connect(): Promise<Installation> {
      if (current) return current
      const fresh = lookUp()
      current = fresh
      fresh.catch(() => forget(fresh))
      return fresh
    },
    async octokitOf({ app, installationId }: Installation, signal?: AbortSignal) {
      const auth = await app.octokit.auth({ type: 'installation', installationId })
      // The installation's own Octokit would retry a 401 for six seconds.
      const request = { ...settings.request, ...(signal && { signal }) }
      return new Kit({ ...settings, request, auth: (auth as { token: string }).token })
    },
  }
}

/** Distinguishes a rejected app from a rejected request. */
function notConnected(failure: Error): Error {
  if (!(failure instanceof HostFailure) || failure.kind !== 'rejected') return failure
  const hint = failure.status === 404 ? ': is SCM_ORG correct, and is the app installed there?' : ''
  return new HostFailure('not-connected', `${failure.message}${hint}`, failure)
}

/** The version for which the schemas of host responses are written. */
const API_VERSION = '2022-11-28'

function pinApiVersion(octokit: Octokit): void {
  octokit.hook.before('request', (request) => {
    // The host rejects a request with two values of this header.
    request.headers['x-github-api-version'] ??= API_VERSION
  })
}
