import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createLocalHost } from '@landscape/dev/scm-host'
import { createClient, type Client } from './support/client.ts'
import { startLandscape, type Landscape } from './support/landscape.ts'

const HOST = { org: 'acme', appId: '1001', clientId: 'client', clientSecret: 'client-secret' }

let host: Server
let directory: string
let landscape: Landscape
let client: Client

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'existing-'))
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const keyFile = join(directory, 'private-key.pem')
  await writeFile(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  host = createServer(createLocalHost({ ...HOST, publicKey, callbackOrigins: [] }).app)
  await once(host.listen(0, '127.0.0.1'), 'listening')
  const origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  landscape = await startLandscape({
    services: ['gateway', 'assistant'],
    env: {
      CLIENT_PROFILE: 'existing',
      COMPATIBILITY_ALIASES: 'true',
      SCM_ORG: HOST.org,
      SCM_APP_ID: HOST.appId,
      SCM_APP_CLIENT_ID: HOST.clientId,
      SCM_APP_CLIENT_SECRET: HOST.clientSecret,
      SCM_API_URL: `${origin}/api/v3`,
      SCM_WEB_URL: origin,
      SCM_PRIVATE_KEY_FILE: keyFile,
    },
  })
  // The description is that of the other profile.
  client = createClient(landscape.url, { described: false })
}, 60_000)
afterAll(async () => {
  client?.close()
  await landscape?.stop()
  host?.close().closeAllConnections()
  await rm(directory, { recursive: true, force: true })
})

describe('the test program of the existing client of the assistant', () => {
  const days = expect.arrayContaining([expect.objectContaining({ date: expect.any(String) })])
  const anonymous = { response: 'No user token found' }
  const saying = (error: unknown) => expect.objectContaining({ error })
  it.each([
    ['/auth/status', {}, 200, anonymous],
    ['/org/historic', {}, 200, days],
    ['/teams/historic', {}, 401, anonymous],
    [
      '/teams/historic',
      { cookie: 'githubUserToken=invalid_token' },
      500,
      saying(expect.any(String)),
    ],
    ['/teams', {}, 401, saying(expect.stringContaining('Missing GitHub user token'))],
  ])(
    'gets the expected responses under its prefix: GET %s %j',
    async (path, headers, status, body) => {
      const answer = await client.get(`/copilot/api${path}`, headers)
      expect([answer.status, answer.json()]).toEqual([status, body])
    },
  )
})
