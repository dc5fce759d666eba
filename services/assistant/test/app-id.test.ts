import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { readConfig } from '../src/config.ts'
import { as, assistantService } from './assistant-service.ts'
import { gitHubFor, startHost, type RunningHost } from './host.ts'

let host: RunningHost
/** Issuers of the app's tokens that the host received. */
let issuers: unknown[]
beforeEach(async () => {
  host = await startHost({ seatCount: 12 })
  issuers = []
  host.disturb(/\/installation$|\/access_tokens$/, (req, _res, next) => {
    const [, claims = ''] = (req.headers.authorization ?? '').split('.')
    issuers.push(JSON.parse(Buffer.from(claims, 'base64url').toString()).iss)
    next()
  })
})
afterEach(() => host.close())

/** Requests seats with the settings of a process; the local host accepts only app 1001. */
async function seatsWith(SCM_APP_ID: string) {
  const settings = readConfig({
    NODE_ENV: 'production',
    OBJECT_STORE: 'embedded',
    INTERNAL_TOKEN_SECRET: 'a-secret-of-more-than-32-characters',
    SCM_ORG: 'acme',
    SECRET_NAME: 'app-key',
    CLOUD_REGION: 'eu-west-2',
    SCM_API_URL: `${host.origin}/api/v3`,
    SCM_APP_ID,
  })
  const { source } = gitHubFor(host, settings.scm.app)
  const { app } = await assistantService({}, { source })
  return request(app)
    .get('/assistant/api/seats')
    .set(await as('admin'))
}

describe('SCM_APP_ID', () => {
  // spec: 8-r10
  it("is the issuer of the app's tokens at the source-control host", async () => {
    const { status, body } = await seatsWith('1001')
    expect([status, body.length]).toEqual([200, 12])
    expect(issuers.map(String)).toEqual(['1001', '1001'])
  })

  // spec, otherwise: 8-r10
  it("makes the host reject the app when it is another app's id", async () => {
    const { status, body } = await seatsWith('1002')
    expect([status, body.error]).toEqual([500, 'Unable to load seats. Please try again later.'])
    expect(new Set(issuers.map(String))).toEqual(new Set(['1002']))
    // Without an installation token no other request is sent.
    expect(new Set(host.calls)).toEqual(new Set(['GET /api/v3/orgs/acme/installation']))
  })
})
