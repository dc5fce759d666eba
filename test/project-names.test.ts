import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { assertDescribed } from './support/described.ts'
import { joinLandscape, type SharedProduction } from './support/shared-landscape.ts'

const PROJECTS = '/api/v1/projects'
/** Names that an intermediary could change; service tests have more. */
const NAMES = [
  '...',
  'a/b',
  '../../etc/passwd',
  'a/..',
  'a/./b',
  '..\\x',
  '..;x',
  '%',
  '%2e%2e',
  '%2500',
  'a%2Fb',
  'a+b&c=d?e#f;g',
  ' leading and trailing ',
  'tab\tand line\nend\r\n',
  '\u202eright to left',
  '水位 🌊',
  'x'.repeat(200),
  '水'.repeat(200),
]

let production: SharedProduction
beforeAll(async () => {
  production = await joinLandscape('production')
})
afterAll(async () => {
  await production?.leave()
})

/** Sends the path unchanged: URL parsers resolve dot segments, even encoded ones. */
async function call(method: string, path: string, body?: object, email = 'kim@acme.example') {
  const { hostname, port } = new URL(production.url)
  const { promise, resolve, reject } = Promise.withResolvers<{
    status?: number
    text: string
    location?: string | undefined
  }>()
  const headers = {
    authorization: production.issuer.idToken({ email, groups: [] }),
    ...(body && { 'content-type': 'application/json' }),
  }
  const req = request({ hostname, port, method, path, headers }, (res) => {
    const { statusCode: status = 0, headers } = res
    const answered = async () => {
      const body = await text(res)
      assertDescribed(method, path, { status, headers, text: body })
      return { status, text: body, location: headers.location }
    }
    answered().then(resolve, reject)
  })
  req.on('error', reject)
  req.end(body && JSON.stringify(body))
  return promise
}

const project = (name: string, stage: string) => ({
  user: [{ email: '' }],
  details: [{ name }],
  stage,
})

const at = (name: string) => `${PROJECTS}/${encodeURIComponent(name)}`

describe('/api/v1/projects through the gateway', () => {
  it.each(NAMES)('stores, returns and changes a project named %j', async (name) => {
    const sent = project(name, 'first')
    expect(await call('POST', PROJECTS, sent)).toEqual({
      status: 201,
      text: JSON.stringify(sent),
      location: at(name),
    })
    expect(await call('GET', at(name))).toMatchObject({ status: 200, text: JSON.stringify(sent) })
    const changed = project(name, 'second')
    expect((await call('PUT', at(name), changed)).status).toBe(200)
    expect((await call('GET', at(name))).text).toBe(JSON.stringify(changed))
    expect((await call('GET', at(name), undefined, 'lee@acme.example')).text).not.toContain(
      'second',
    )
  })

  it('renames a project to a path and back', async () => {
    expect((await call('POST', PROJECTS, project('Plain', ''), 'ann@acme.example')).status).toBe(
      201,
    )
    for (const [from, to] of [
      ['Plain', '../%2e%2e'],
      ['../%2e%2e', 'Plain'],
    ] as const) {
      expect((await call('PUT', at(from), project(to, ''), 'ann@acme.example')).status).toBe(200)
      expect((await call('GET', at(from), undefined, 'ann@acme.example')).status).toBe(404)
      expect((await call('GET', at(to), undefined, 'ann@acme.example')).status).toBe(200)
    }
  })

  it.each([
    ['a\0b', 'Project name contains NUL'],
    ['.', 'A project cannot be called "." or ".."'],
    ['..', 'A project cannot be called "." or ".."'],
  ])('rejects the name %j', async (name, error) => {
    const response = await call('POST', PROJECTS, project(name, ''))
    expect(response.status).toBe(400)
    expect(JSON.parse(response.text)).toMatchObject({ error })
  })

  it.each([
    '..',
    '.',
    '.%2e',
    '..;x',
    '%2E%2E/',
    '%2E%2E/x',
    '%2e%2e/%2e%2e/admin/api/banners',
    'a%00b',
    '%ff',
  ])('rejects the path %s with dot segments', async (rest) => {
    const response = await call('GET', `${PROJECTS}/${rest}`)
    expect([response.status, JSON.parse(response.text).error]).toEqual([400, 'Path not allowed'])
  })
})
