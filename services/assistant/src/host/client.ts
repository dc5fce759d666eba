import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { App } from '@octokit/app'
import { Octokit } from '@octokit/core'
import { paginateRest } from '@octokit/plugin-paginate-rest'
import { retry } from '@octokit/plugin-retry'
import { throttling } from '@octokit/plugin-throttling'
import type { LastUse } from '@landscape/runtime'
import { failureOf, HostFailure, isAuthenticationLost } from './failure.ts'
import type { Fetch } from './guarded-fetch.ts'

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
  const { apiUrl, org, appId, privateKey, fetch, warn, appUse, retryBaseMs = 1000 } = options
  const wait = (retryAfter: number, _o: unknown, _k: unknown, retries: number) =>
    retryAfter <= MAX_LIMIT_WAIT_S && retries < 1
  const ignore = () => undefined
  // Separate queues: users must not delay the app, and unverified tokens must not delay users.
  const settingsFor = (queue: string) => ({
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
  })
  // Octokit's queues are global to the process, so their ids need a suffix per client.
  const client = randomUUID()
  const appSettings = settingsFor(`app ${client}`)
  const settings = {
    user: settingsFor(`user ${client}`),
    unverified: settingsFor(`unverified ${client}`),
  }
  let installation: Promise<Installation> | undefined

  /** Reads the key and looks up the installation once; the app caches its token until it expires. */
  function connect(): Promise<Installation> {
    if (installation) return installation
    const fresh = (async () => {
      const app = new App({
        appId,
        privateKey: await privateKey(),
        Octokit: Kit.defaults(appSettings),
        log: appSettings.log,
      })
      const { data } = await app.octokit.request('GET /orgs/{org}/installation', { org })
      return { app, installationId: data.id }
    })()
    installation = fresh
    fresh.catch(() => forget(fresh))
    return fresh
  }

  function forget(lost: Promise<Installation>): void {
    if (installation === lost) installation = undefined
  }

  async function octokitOf({ app, installationId }: Installation, signal?: AbortSignal) {
    const auth = await app.octokit.auth({ type: 'installation', installationId })
    // The installation's own Octokit would retry a 401 for six seconds.
    const request = { ...appSettings.request, ...(signal && { signal }) }
    return new Kit({ ...appSettings, request, auth: (auth as { token: string }).token })
  }

  return {
    async asApp(request, signal) {
      for (let isRepeated = false; ; isRepeated = true) {
        const connection = connect()
        let isConnected = false
        try {
          const octokit = await octokitOf(await connection, signal)
          isConnected = true
          appUse?.worked()
          return await request(octokit)
        } catch (error) {
          // A revoked token and a reinstalled app both need a new connection.
          const isLost = isAuthenticationLost(error)
          if (isLost) forget(connection)
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
