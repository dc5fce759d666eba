import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createClient, type Client as HttpClient } from './support/client.ts'
import { fetch } from './support/fetch.ts'
import { startProduction, type Production } from './support/production.ts'
import {
  joinLandscape,
  type SharedLandscape,
  type SharedProduction,
} from './support/shared-landscape.ts'

const REVISIONS = ['2025-11-25', '2026-07-28'] as const
type Revision = (typeof REVISIONS)[number]
type Headers = Record<string, string>
const KIM = { email: 'kim@acme.example', groups: ['admin'] }
const LEE = { email: 'lee@acme.example', groups: [] }
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const MAX_LIST_BYTES = 1_500 * 4
const MAX_RESULT_BYTES = 2_000 * 4
const CALLS: [string, Record<string, unknown>, RegExp][] = [
  ['check_technologies', { names: ['Angular', 'Elm 7'] }, /"ring":"hold".*"found":false/],
  ['search_landscape', { q: 'angu' }, /"title":"Angular"/],
  ['get_technology', { name: 'angular' }, /"ring":\{"id":"hold".*"totals":/],
  ['get_project', { name: 'harbour-berths' }, /"name":"Harbour Berths".*"technologies":/],
  ['list_drift', {}, /"kind":"on-hold-in-use".*"rest":"[^"]*\/api\/drift"/],
  ['recent_moves', {}, /"from":.*"rest":"[^"]*\/api\/tech-radar\/changes"/],
]

/** Connects the official client to the gateway. */
async function connect(
  url: string,
  revision: Revision,
  headers: Headers = {},
  path = '/mcp',
): Promise<Client> {
  const mode = revision === '2025-11-25' ? 'legacy' : { pin: revision }
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  const options = { fetch, requestInit: { headers } }
  await client.connect(new StreamableHTTPClientTransport(new URL(path, url), options))
  return client
}

/** The text of a result, and whether it is an error. */
async function call(agent: Client, name: string, args: Record<string, unknown>) {
  const result = await agent.callTool({ name, arguments: args })
  expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThanOrEqual(MAX_RESULT_BYTES)
  const [content] = result.content
  return { text: content?.type === 'text' ? content.text : '', isError: result.isError === true }
}

let sample: SharedLandscape
let open: SharedProduction
let closed: Production
let client: HttpClient
beforeAll(async () => {
  sample = await joinLandscape()
  open = await joinLandscape('production')
  client = createClient(open.url)
  closed = await startProduction({
    services: ['gateway', 'projects', 'data', 'admin-review'],
    env: { PUBLIC_PREFIXES: '/api/banners', RATE_LIMIT_PER_MINUTE: '100' },
  })
})
afterAll(async () => {
  client?.close()
  await sample?.leave()
  await open?.leave()
  await closed?.stop()
})

/** The headers with a new API key that reads, once the gateway accepts it. */
async function keyHeaders(via: HttpClient, { issuer }: Pick<Production, 'issuer'>, name: string) {
  const body = { name: `agent-${name}`, scope: 'read', expiresInDays: 1 }
  const created = await via.post('/admin/api/keys', body, issuer.headersFor(KIM))
  expect(created.status).toBe(201)
  const headers = { authorization: `Bearer ${(created.json() as { secret: string }).secret}` }
  const isKnown = async () => (await via.get('/user/api/info', headers)).status !== 401
  for (let tries = 0; tries < 50 && !(await isKnown()); tries++) await sleep(100)
  return headers
}

describe.each(REVISIONS)('an agent with a client of revision %s', (revision) => {
  it('connects to the address with a slash at its end, with an API key as well', async () => {
    const agent = await connect(open.url, revision, {}, '/mcp/')
    expect((await agent.listTools()).tools).toHaveLength(6)
    await agent.close()
    const headers = await keyHeaders(client, open, `slash-${revision}`)
    const withKey = await connect(open.url, revision, headers, '/mcp/')
    expect((await withKey.listTools()).tools).toHaveLength(6)
    await withKey.close()
  })

  it('lists the tools of an open landscape without a token', async () => {
    const agent = await connect(open.url, revision)
    expect(agent.getNegotiatedProtocolVersion()).toBe(revision)
    expect(agent.getInstructions()).toContain('the technology landscape')
    const { tools } = await agent.listTools()
    expect(tools.map(({ name }) => name)).toEqual(CALLS.map(([name]) => name))
    expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThanOrEqual(MAX_LIST_BYTES)
    await agent.close()
  })

  it('calls each tool, and gets errors in words', async () => {
    const agent = await connect(sample.url, revision)
    for (const [name, args, expected] of CALLS)
      expect(await call(agent, name, args)).toEqual({
        text: expect.stringMatching(expected),
        isError: false,
      })
    const faults: [string, Record<string, unknown>, RegExp][] = [
      [
        'check_technologies',
        { names: Array(51).fill('Go') },
        /^names must have at most 50 elements$/,
      ],
      ['get_technology', { name: 'constructor' }, /^No technology has this name/],
      ['no_such_tool', {}, /^Unknown tool. Tools are /],
    ]
    for (const [name, args, expected] of faults)
      expect(await call(agent, name, args)).toEqual({
        text: expect.stringMatching(expected),
        isError: true,
      })
    await agent.close()
  })

  it('needs a token or a key where /api needs one', async () => {
    await expect(connect(closed.url, revision)).rejects.toThrow()
    const key = await keyHeaders(closed.client, closed, revision)
    for (const headers of [key, closed.issuer.headersFor(LEE)]) {
      const agent = await connect(closed.url, revision, headers)
      expect((await agent.listTools()).tools).toHaveLength(CALLS.length)
      await agent.close()
    }
  })
})

describe('/mcp through the gateway', () => {
  it('rejects an anonymous caller of a closed landscape, whatever it sends', async () => {
    for (const body of [LIST, '{"', [], Array.from({ length: 1_000 }, () => LIST)])
      expect((await closed.client.send('POST', '/mcp', body, {})).status).toBe(401)
    const forged = { authorization: 'Bearer lsk_0123456789ab_forged', 'x-user-groups': 'admin' }
    expect((await closed.client.post('/mcp', LIST, forged)).status).toBe(401)
  })

  it('is the only POST in the scope of a key that reads', async () => {
    const key = await keyHeaders(client, open, 'of-this-suite')
    expect((await client.post('/mcp', LIST, key)).status).toBe(200)
    for (const path of ['/mcp/x', '/api/v1/projects', '/api/advice'])
      expect([path, (await client.post(path, LIST, key)).status]).toEqual([path, 403])
  })

  it.each(['GET', 'PUT', 'DELETE'])('returns 405 for %s', async (method) => {
    expect((await client.send(method, '/mcp')).status).toBe(405)
  })

  it.each<Headers>([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ])('rejects a page of another origin: %j', async (headers) => {
    expect((await client.post('/mcp', LIST, headers)).status).toBe(403)
  })

  it('accepts pages of FRONTEND_URL, and the headers that their clients send', async () => {
    const page = { origin: 'https://landscape.example' }
    expect((await client.post('/mcp', LIST, page)).status).toBe(200)
    const preflight = { ...page, 'access-control-request-method': 'POST' }
    const { headers } = await client.send('OPTIONS', '/mcp', undefined, preflight)
    expect(headers['access-control-allow-headers']).toContain('MCP-Protocol-Version')
  })

  it('counts for the limit of the caller', async () => {
    const headers = closed.issuer.headersFor({ ...LEE, email: 'busy@acme.example' })
    const statuses: number[] = []
    for (let i = 0; i < 101; i++)
      statuses.push((await closed.client.post('/mcp', LIST, headers)).status)
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 429])
  })
})

describe('/llms.txt', () => {
  it('is public, and links to reads that an anonymous caller may send', async () => {
    const reader = createClient(sample.url)
    const { status, text } = await closed.client.get('/llms.txt')
    const links = [...text.matchAll(/\]\((\S+)\)/g)].map(([, link = '']) => link)
    expect([status, links.length > 10]).toEqual([200, true])
    for (const link of links)
      expect([link, (await reader.get(link)).status]).toEqual([link, link === '/mcp' ? 405 : 200])
    reader.close()
  })
})
