import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createDevIdp, createTokenIssuer, LOCAL_POOL } from './index.ts'

const VERIFIER = 'v'.repeat(43)
const PAGE = 'http://localhost:3000'
const CALLER = {
  client_id: 'landscape-local',
  redirect_uri: `${PAGE}/signed-in`,
}
const REQUEST = {
  ...CALLER,
  response_type: 'code',
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 'S256',
  state: 'a state',
  nonce: 'a nonce',
  login_hint: 'kim@acme.example',
  groups: 'admin,reviewer',
}

let server: Server
let url: string
beforeAll(async () => {
  server = createServer(createDevIdp(LOCAL_POOL, createTokenIssuer(LOCAL_POOL)))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const authorize = (changes: Readonly<Record<string, string>> = {}) =>
  fetch(`${url}/authorize?${String(new URLSearchParams({ ...REQUEST, ...changes }))}`, {
    redirect: 'manual',
  })

async function codeFor(): Promise<string> {
  const location = new URL((await authorize()).headers.get('location') ?? '')
  expect([location.origin, location.searchParams.get('state')]).toEqual([PAGE, REQUEST.state])
  return location.searchParams.get('code') ?? ''
}

const exchange = (code: string, changes: Readonly<Record<string, string>> = {}, origin = PAGE) =>
  fetch(`${url}/token`, {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams({
      ...CALLER,
      grant_type: 'authorization_code',
      code,
      code_verifier: VERIFIER,
      ...changes,
    }),
  })

describe('sign-in at the local identity provider by code and PKCE', () => {
  it('issues an ID token of the provider to a page of this machine', async () => {
    const response = await exchange(await codeFor())
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([
      200,
      PAGE,
    ])
    const { id_token: token, token_type: type } = (await response.json()) as Record<string, string>
    const claims = JSON.parse(Buffer.from(token!.split('.')[1]!, 'base64url').toString()) as object
    expect([type, claims]).toEqual([
      'Bearer',
      expect.objectContaining({
        iss: url,
        aud: CALLER.client_id,
        email: 'kim@acme.example',
        groups: ['admin', 'reviewer'],
        nonce: REQUEST.nonce,
      }),
    ])
  })

  it('requests the person without a hint', async () => {
    const response = await authorize({ login_hint: '' })
    expect([response.status, await response.text()]).toEqual([
      200,
      expect.stringMatching(/<input name="login_hint".*name="state" value="a state"/s),
    ])
  })

  it.each([
    ['another verifier', { code_verifier: 'w'.repeat(43) }],
    ['another client', { client_id: 'other' }],
    ['another address', { redirect_uri: `${PAGE}/other` }],
    ['another code', { code: 'other' }],
  ])('rejects %s', async (_name, changes) => {
    const response = await exchange(await codeFor(), changes)
    expect([response.status, await response.json()]).toEqual([400, { error: 'invalid_grant' }])
  })

  it('accepts a code once', async () => {
    const code = await codeFor()
    expect((await exchange(code)).status).toBe(200)
    expect((await exchange(code)).status).toBe(400)
  })

  it.each([
    ['address of another machine', { redirect_uri: 'https://evil.example/signed-in' }],
    ['script as address', { redirect_uri: 'javascript:alert(1)' }],
    ['plain challenge', { code_challenge_method: 'plain' }],
    ['token without a code', { response_type: 'id_token' }],
  ])('redirects no %s', async (_name, changes) => {
    expect((await authorize(changes)).status).toBe(400)
  })

  it('rejects pages of other machines', async () => {
    expect((await exchange(await codeFor(), {}, 'http://evil.example')).status).toBe(403)
  })
})
