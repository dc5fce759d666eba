import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { App } from '@octokit/app'
import { Octokit } from '@octokit/core'
import { paginateRest } from '@octokit/plugin-paginate-rest'
import { retry } from '@octokit/plugin-retry'
import { throttling } from '@octokit/plugin-throttling'
import type { LastUse } from '@landscape/service'
import { failureOf, HostFailure, isAuthenticationLost } from './failure.ts'
import type { Fetch } from './guarded-fetch.ts'

const Kit = Octokit.plugin(paginateRest, retry, throttling, pinApiVersion)
export type HostOctokit = InstanceType<typeof Kit>

interface ClientOptions {
  apiUrl: string
  org: string
  appId: string
  privateKey: () => Promise<string>
  /** Guarded and conditional: it gets tokens. */
  fetch: Fetch
  /** Told what Octokit has to say. */
  warn: (text: string) => void
  /** Told how each connection as the app went. */
  appUse?: Pick<LastUse, 'worked' | 'failed'> | undefined
  /** Milliseconds that Octokit takes for a second when it waits. */
  retryBaseMs?: number
}

/** Asks the source-control host, as the app or as a user. */
export interface HostClient {
  /**
   * @param signal gives up what is asked
   * @throws HostFailure
   */
  asApp<T>(ask: (octokit: HostOctokit) => Promise<T>, signal?: AbortSignal): Promise<T>
  /** @throws HostFailure `refused` with status 401 when the token is not accepted */
  asUser<T>(
    token: string,
    queue: 'user' | 'stranger',
    ask: (octokit: HostOctokit) => Promise<T>,
  ): Promise<T>
}

interface Installation {
  app: App
  installationId: number
}

/** A limit that ends within so many seconds is waited for, once. */
const WORTH_WAITING_S = 3
const NO_RETRY = [400, 401, 403, 404, 409, 410, 422, 429, 451]

/** A client of the host; the key is read when the app first asks. */
export function createHostClient(options: ClientOptions): HostClient {
  const { apiUrl, org, appId, privateKey, fetch, warn, appUse, retryBaseMs = 1000 } = options
  const wait = (retryAfter: number, _o: unknown, _k: unknown, retries: number) =>
    retryAfter <= WORTH_WAITING_S && retries < 1
  const silent = () => undefined
  // Each kind has a queue of its own: what users ask for must not keep the app waiting, nor tokens
  // that anybody may have made up the users.
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
    log: { debug: silent, info: silent, warn, error: warn },
  })
  // Queues belong to the process, not to a client.
  const client = randomUUID()
  const appSettings = settingsFor(`app ${client}`)
  const settings = {
    user: settingsFor(`user ${client}`),
    stranger: settingsFor(`stranger ${client}`),
  }
  let installation: Promise<Installation> | undefined

  /** The key is read and the installation looked up once; the app keeps its token until it expires. */
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
    // Not an installation's own Octokit: that one repeats a 401 for six seconds.
    const request = { ...appSettings.request, ...(signal && { signal }) }
    return new Kit({ ...appSettings, request, auth: (auth as { token: string }).token })
  }

  return {
    async asApp(ask, signal) {
      for (let isRepeated = false; ; isRepeated = true) {
        const connection = connect()
        let isConnected = false
        try {
          const octokit = await octokitOf(await connection, signal)
          isConnected = true
          appUse?.worked()
          return await ask(octokit)
        } catch (error) {
          // Whether the token was revoked or the app installed anew: the next attempt starts over.
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
        // A new token may take a moment to be known to the whole host.
        await sleep(retryBaseMs)
      }
    },
    async asUser(token, queue, ask) {
      try {
        return await ask(new Kit({ ...settings[queue], auth: token }))
      } catch (error) {
        throw failureOf(error)
      }
    },
  }
}

/** A refusal of the app itself says nothing about what was going to be asked. */
function notConnected(failure: Error): Error {
  if (!(failure instanceof HostFailure) || failure.kind !== 'refused') return failure
  const hint = failure.status === 404 ? ': is SCM_ORG correct, and is the app installed there?' : ''
  return new HostFailure('unconnected', `${failure.message}${hint}`, failure)
}

/** The version for which the schemas of host responses are written. */
const API_VERSION = '2022-11-28'

function pinApiVersion(octokit: Octokit): void {
  octokit.hook.before('request', (request) => {
    // The host rejects a request with two values of this header.
    request.headers['x-github-api-version'] ??= API_VERSION
  })
}
