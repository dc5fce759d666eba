import type { KeyObject } from 'node:crypto'
import express, { type Express, type RequestHandler } from 'express'
import { api } from './api.ts'
import { createCredentials, type Credentials } from './credentials.ts'
import { createOrganisation, type Organisation } from './organisation.ts'
import { CLIENT_PAGE, forwardTo } from './sample-client.ts'
import { signInPages } from './sign-in.ts'
import { DEFAULT_SWITCHES, type Switches } from './switches.ts'

export { SIGN_IN_USERS } from './organisation.ts'

interface LocalHostOptions {
  org: string
  appId: string
  publicKey: KeyObject
  clientId: string
  clientSecret: string
  /** Allowed origins of redirect URIs. */
  callbackOrigins: readonly string[]
  /** Seats of the organisation; as many as in the sample data unless given. */
  seatCount?: number
  /** Gateway of the sample client, which is disabled when absent. */
  gatewayUrl?: string
  /** Returns the time of report requests in milliseconds since the epoch; the current time when absent. */
  reportTime?: () => number
  switches?: Partial<Switches>
}

/** Replaces the response to a request, or calls `next` to keep it. */
export type Disturb = RequestHandler

export interface LocalHost {
  app: Express
  organisation: Organisation
  credentials: Credentials
  /** Received requests: method and path with query. */
  calls: string[]
  /** Requests to signed links that contained a token. */
  leaks: string[]
  /** Behaviour of the reports, read at each request. */
  switches: Switches
  /** Replaces at most `times` responses to requests whose method and path match. */
  disturb(matching: RegExp, handler: Disturb, times?: number): void
}

/**
 * Creates a source-control host for development and tests. It has the routes that the service uses, validates
 * requests like the real host, and contains the organisation of the sample data.
 */
export function createLocalHost(options: LocalHostOptions): LocalHost {
  const organisation = createOrganisation(options.org, options.seatCount)
  const credentials = createCredentials(Date.now)
  const calls: string[] = []
  const leaks: string[] = []
  const switches: Switches = { ...DEFAULT_SWITCHES, ...options.switches }
  const disturbances: { matching: RegExp; handler: Disturb; times: number }[] = []
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.use((req, res, next) => {
    const call = `${req.method} ${req.originalUrl}`
    calls.push(call)
    const disturbance = disturbances.find(({ matching, times }) => times > 0 && matching.test(call))
    if (!disturbance) {
      next()
      return
    }
    disturbance.times--
    void disturbance.handler(req, res, next)
  })
  app.use(signInPages({ ...options, organisation, credentials }))
  const { routes, files } = api({
    ...options,
    organisation,
    credentials,
    switches,
    reportTime: options.reportTime ?? Date.now,
    onLeak: (path) => leaks.push(path),
  })
  const { gatewayUrl } = options
  if (gatewayUrl !== undefined) {
    app.get(['/', '/copilot/team'], (_req, res) => void res.send(CLIENT_PAGE))
    app.use('/assistant/api', forwardTo(gatewayUrl))
  }
  app.use('/api/v3', routes)
  app.use(files)
  return {
    app,
    organisation,
    credentials,
    calls,
    leaks,
    switches,
    disturb: (matching, handler, times = Infinity) => {
      disturbances.unshift({ matching, handler, times })
    },
  }
}
