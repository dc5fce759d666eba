import { createIdentitySigner, IDENTITY_HEADER } from '@landscape/runtime/identity/identity-token'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { StoreUnavailable } from '@landscape/store/objects/port'
import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { dataService, SECRET } from './data-service.ts'
import { project, STORED } from './technology-service.ts'

const MAX_LIST_BYTES = 1_500 * 4
const MAX_RESULT_BYTES = 2_000 * 4
const PRESENT = '2026-07-28'
const NAMES = [
  'check_technologies',
  'search_landscape',
  'get_technology',
  'get_project',
  'list_drift',
  'recent_moves',
]

type App = Awaited<ReturnType<typeof dataService>>['app']
type Headers = Record<string, string>
interface Reply {
  result?: { content: { text: string }[]; isError?: boolean; tools: { name: string }[] }
  error?: { code: number; message: string }
}

const send = (app: App, body: unknown, headers: Headers = {}) =>
  request(app)
    .post('/mcp')
    .set('content-type', 'application/json')
    .set(headers)
    .send(typeof body === 'string' ? body : JSON.stringify(body))

/** A request of the revision before. */
const former = (method: string, params?: object) => ({ jsonrpc: '2.0', id: 1, method, params })

/** A request of the present revision, with the headers that repeat its body. */
const present = (method: string, params: { name?: string } = {}): [object, Headers] => [
  former(method, {
    ...params,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': PRESENT,
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  }),
  {
    'mcp-protocol-version': PRESENT,
    'mcp-method': method,
    ...(params.name !== undefined && { 'mcp-name': params.name }),
  },
]

/** Calls a tool in both revisions, which return the same. */
async function call(app: App, name: string, args: unknown = {}, headers: Headers = {}) {
  const params = { name, arguments: args }
  const [body, own] = present('tools/call', params)
  const responses = [
    await send(app, former('tools/call', params), headers),
    await send(app, body, { ...headers, ...own }),
  ]
  const [shown, other] = responses.map(({ status, text }) => {
    expect([status, Buffer.byteLength(text) <= MAX_RESULT_BYTES]).toEqual([200, true])
    const { content, isError } = (JSON.parse(text) as Reply).result!
    return { text: content[0]!.text, isError: isError === true }
  })
  expect(other).toEqual(shown)
  return { ...shown!, reply: () => JSON.parse(shown!.text) }
}

const times = <T>(count: number, make: (n: number) => T) =>
  Array.from({ length: count }, (_, n) => make(n))

/** 1,000 projects that use the same technologies, each in two rings, with long reasons. */
function largeLandscape() {
  const titles = times(60, (n) => `Technology ${n}`)
  const timeline = ['adopt', 'hold'].map((ringId, n) => {
    return {
      moved: n,
      ringId,
      date: `202${n}-01-01`,
      description: 'Decided by the forum. '.repeat(30),
    }
  })
  return {
    projects: { projects: times(1_000, (n) => project(`Project ${n}`, titles)) },
    radar: {
      ...STORED.radar,
      entries: titles.map((title) => ({ id: title, title, quadrant: '2', timeline })),
    },
  }
}

describe('POST /mcp', () => {
  it('lists six tools in at most 1,500 tokens, in both revisions', async () => {
    const { app } = await dataService(STORED)
    for (const response of [
      await send(app, former('tools/list')),
      await send(app, ...present('tools/list')),
    ]) {
      const { tools } = (JSON.parse(response.text) as Reply).result!
      expect(tools.map(({ name }) => name)).toEqual(NAMES)
      expect(Buffer.byteLength(response.text)).toBeLessThanOrEqual(MAX_LIST_BYTES)
    }
  })

  it.each([
    ['check_technologies', { names: ['angular', 'Elm'] }, '/api/advice?names=angular,Elm'],
    ['search_landscape', { q: 'angu' }, '/api/search?q=angu'],
    ['get_technology', { name: 'Angular' }, '/api/technologies/Angular'],
    ['get_project', { name: 'berths' }, '/api/projects/berths'],
    ['list_drift', { kind: 'on-hold-in-use' }, '/api/drift?kind=on-hold-in-use'],
    ['recent_moves', { since: '2025' }, '/api/tech-radar/changes?since=2025'],
  ])('returns for %s(%j) what GET %s returns', async (name, args, path) => {
    const { app } = await dataService(STORED)
    const { reply } = await call(app, name, args)
    expect(reply()).toEqual((await request(app).get(path)).body)
  })

  it('links to the rest of a result that would exceed 2,000 tokens', async () => {
    const { app } = await dataService(largeLandscape(), { publicUrl: 'https://x.example' })
    const { technologies } = (await request(app).get('/api/technologies?sort=-projects')).body
    const names: string[] = technologies.map((one: { name: string }) => one.name)
    const calls: [string, object][] = [
      ['check_technologies', { names: names.slice(0, 50) }],
      ['get_technology', { name: names[0] }],
      ['list_drift', {}],
      ['get_project', { name: 'project-7' }],
      ['recent_moves', { since: '2020' }],
    ]
    for (const [name, args] of calls) {
      const { reply, text } = await call(app, name, args)
      expect([name, text]).toEqual([name, expect.stringMatching(/\d+ more: see rest/)])
      const rest = new URL(reply().rest)
      expect([name, rest.origin]).toEqual([name, 'https://x.example'])
      const { status } = await request(app).get(rest.pathname + rest.search)
      expect([name, status]).toEqual([name, 200])
    }
  })

  it.each([
    ['long', Array(50).fill('n'.repeat(200))],
    ['non-ASCII', times(50, (n) => `${'語'.repeat(20)} ${n}`)],
    ['comma-separated', times(50, (n) => `Name, the ${n}`)],
  ])(
    'returns what fits, without a link, when no link can contain the %s names',
    async (_, names) => {
      const { app } = await dataService(STORED)
      const { reply } = await call(app, 'check_technologies', { names })
      expect(reply().advice[0]).toMatchObject({ name: names[0], found: false })
      expect(reply().rest).toBe('No link can contain these arguments: call again with fewer.')
    },
  )

  it('has the permissions of the caller', async () => {
    const stored = {
      projects: {
        projects: [
          {
            user: [{ email: 'kim@acme.example', roles: ['Technical Contact'] }],
            details: [{ name: 'Tides' }],
            source_control: [{ links: [{ url: 'https://scm.example/acme/secret-core' }] }],
          },
        ],
      },
      repositories: {
        repositories: [
          {
            name: 'secret-core',
            url: 'https://scm.example/acme/secret-core',
            visibility: 'PRIVATE',
            technologies: { languages: [{ name: 'Go', percentage: 90, size: 10 }] },
          },
        ],
      },
      radar: { title: '', quadrants: [], rings: [], entries: [] },
    }
    const { app } = await dataService(stored, { openContacts: false })
    const identity = { subject: 'a', email: 'lee@acme.example', groups: [] }
    const token = await createIdentitySigner(SECRET).sign(identity, 'data')
    const calls: [string, object][] = [
      ['get_project', { name: 'tides' }],
      ['get_technology', { name: 'go' }],
      ['search_landscape', { q: 'secret' }],
      ['list_drift', {}],
    ]
    const textsFor = async (headers: Headers) =>
      (await Promise.all(calls.map(([name, args]) => call(app, name, args, headers))))
        .map(({ text }) => text)
        .join()
    expect(await textsFor({})).not.toMatch(/secret-core|kim@acme/)
    expect(await textsFor({ [IDENTITY_HEADER]: token })).toMatch(/kim@acme.*secret-core/s)
  })

  it('follows each edit', async () => {
    const { app, put } = await dataService(STORED)
    const ring = async () => (await call(app, 'get_technology', { name: 'angular' })).reply().radar
    expect(await ring()).toMatchObject({ ring: { id: 'hold' } })
    await put('radar', { ...STORED.radar, entries: [] })
    expect(await ring()).toBeNull()
  })

  it('returns the age of the last good copy during an outage, also of a reply that it has sent before', async () => {
    const real = createEmbeddedStore(':memory:')
    let isUnavailable = false
    const get = async (...args: Parameters<typeof real.get>) => {
      if (isUnavailable) throw new StoreUnavailable('connection refused')
      return real.get(...args)
    }
    const stored = { ...STORED, technologyNames: [], directorates: [] }
    const { app } = await dataService(stored, { store: { ...real, get } })
    const { reply } = await call(app, 'check_technologies', { names: ['angular'] })
    isUnavailable = true
    const stale = await call(app, 'check_technologies', { names: ['angular'] })
    expect(stale.reply()).toEqual({ ...reply(), staleSeconds: 0 })
  })

  it.each([
    ['check_technologies', {}, /^names is missing$/],
    ['check_technologies', ['redux'], /must be an object$/],
    ['check_technologies', 'redux', /must be an object$/],
    ['check_technologies', { names: 'redux' }, /^names must be an array$/],
    ['check_technologies', { names: [7] }, /^names\.0 must be a string$/],
    ['check_technologies', { names: [' '] }, /^names\.0 must not be empty$/],
    ['check_technologies', { names: Array(51).fill('a') }, /^names must have at most 50 elements$/],
    [
      'check_technologies',
      { names: ['a'.repeat(10_000)] },
      /^names\.0 must have at most 200 characters$/,
    ],
    [
      'check_technologies',
      { names: ['a'], directorate: 'x' },
      /^directorate is not a known directorate; directorates are /,
    ],
    [
      'check_technologies',
      { names: ['a'], ['n'.repeat(9_000)]: 1 },
      /^n{99}… is not a recognised property$/,
    ],
    [
      'check_technologies',
      { names: ['a'], directorate: 'x'.repeat(201) },
      /^directorate must have at most 200 characters$/,
    ],
    ['search_landscape', { q: ' ' }, /^q must not be blank$/],
    ['get_technology', { name: 'Elm' }, /^No technology has this name/],
    ['get_technology', { name: '__proto__' }, /^No technology has this name/],
    ['get_technology', { name: '../banners' }, /^No technology has this name/],
    ['get_project', { name: 7 }, /^name must be a string$/],
    ['list_drift', { kind: 'constructor' }, /^kind must be on-hold-in-use or /],
    ['recent_moves', { since: 'yesterday' }, /^since must be an ISO 8601 time/],
    ['recent_moves', { ring: 'core' }, /^ring is not a known ring; rings are /],
    ['no_such_tool', {}, /^Unknown tool. Tools are check_technologies, /],
    ['constructor', {}, /^Unknown tool/],
    ['__proto__', {}, /^Unknown tool/],
  ])('explains the fault of %s(%j)', async (name, args, expected) => {
    const { app } = await dataService(STORED)
    const { text, isError } = await call(app, name, args)
    expect([isError, text]).toEqual([true, expect.stringMatching(expected)])
  })

  it.each([
    ['list_drift', { kind: null, programme: null }, {}],
    ['list_drift', { kind: '', technology: '', project: null, directorate: '' }, {}],
    ['recent_moves', { since: null, until: '', ring: null, quadrant: '' }, {}],
    ['check_technologies', { names: ['redux'], directorate: null }, { names: ['redux'] }],
    ['get_technology', { name: 'angular', directorate: '' }, { name: 'angular' }],
  ])(
    'ignores null and an empty string for optional arguments of %s(%j)',
    async (name, args, same) => {
      const { app } = await dataService(STORED)
      const expected = await call(app, name, same)
      expect(expected.isError).toBe(false)
      expect(await call(app, name, args)).toMatchObject({ isError: false, text: expected.text })
    },
  )

  it.each([
    ['check_technologies', { names: null }, /^names must be an array$/],
    ['get_technology', { name: null }, /^name must be a string$/],
    ['get_technology', { name: '' }, /^name must not be empty$/],
    ['search_landscape', { q: '' }, /^q must not be blank$/],
    ['list_drift', { limit: null }, /^limit is not a recognised property$/],
  ])('rejects null for required and unknown arguments of %s(%j)', async (name, args, expected) => {
    const { app } = await dataService(STORED)
    const { text, isError } = await call(app, name, args)
    expect([isError, text]).toEqual([true, expect.stringMatching(expected)])
  })

  it.each([
    ['tools/list', null],
    ['tools/list', { cursor: null }],
    ['tools/list', { _meta: null }],
    ['tools/list', { _meta: { progressToken: null } }],
    ['tools/call', { name: 'list_drift', arguments: null, task: null }],
    [
      'initialize',
      {
        protocolVersion: '2025-11-25',
        capabilities: { sampling: null },
        clientInfo: { name: 'agent', version: '1', title: null },
      },
    ],
  ])('accepts %s with the parameters %j', async (method, params) => {
    const { app } = await dataService(STORED)
    const { status, body } = await send(app, { ...former(method), params })
    expect([status, (body as Reply).result?.isError]).toEqual([200, undefined])
    expect(body).toHaveProperty('result')
  })

  it('does not send the message of an unexpected error', async () => {
    const { app, logs } = await dataService({ ...STORED, radar: { title: 7 } })
    const { status, text } = await send(
      app,
      former('tools/call', { name: 'list_drift', arguments: {} }),
    )
    expect([status, JSON.parse(text)]).toEqual([
      500,
      expect.objectContaining({ error: 'Internal server error' }),
    ])
    expect(logs.join()).toContain('onsRadarSkeleton.json')
  })
})

describe('POST /mcp as a protocol', () => {
  it('negotiates the revision before, without a session', async () => {
    const { app } = await dataService(STORED)
    const client = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 't', version: '1' },
    }
    const { status, body, headers } = await send(app, former('initialize', client))
    expect([status, headers['mcp-session-id']]).toEqual([200, undefined])
    expect(body.result).toMatchObject({
      protocolVersion: '2025-11-25',
      capabilities: { tools: { listChanged: false } },
    })
  })

  it('is discovered in the present revision', async () => {
    const { app } = await dataService(STORED)
    const { status, body } = await send(app, ...present('server/discover'))
    expect([status, body.result.supportedVersions]).toEqual([
      200,
      expect.arrayContaining([PRESENT]),
    ])
  })

  it('accepts a notification without a body in the response', async () => {
    const { app } = await dataService(STORED)
    const { status, text } = await send(app, {
      jsonrpc: '2.0',
      method: 'notifications/initialized',
    })
    expect([status, text]).toEqual([202, ''])
  })

  it.each<[string, unknown, Headers, number]>([
    ['a batch', Array(100).fill(former('tools/list')), {}, 400],
    ['an empty batch', [], {}, 400],
    ['malformed JSON', '{"jsonrpc"', {}, 400],
    ['a body that is a string', '"tools/list"', {}, 400],
    ['a member __proto__', '{"jsonrpc":"2.0","id":1,"method":"ping","__proto__":{}}', {}, 400],
    ['another version of JSON-RPC', { ...former('ping'), jsonrpc: '1.0' }, {}, 400],
    ['a long id', { ...former('ping'), id: 'x'.repeat(101) }, {}, 400],
    ['a response', { jsonrpc: '2.0', id: 1, result: {} }, {}, 400],
    ['a body above 64 KB', former('ping', { text: 'x'.repeat(66_000) }), {}, 413],
    ['another media type', former('ping'), { 'content-type': 'text/plain' }, 415],
    ['an unknown revision', former('tools/list'), { 'mcp-protocol-version': '1999-01-01' }, 400],
    [
      'the header of another method',
      present('tools/list')[0],
      { ...present('tools/list')[1], 'mcp-method': 'ping' },
      400,
    ],
    ['the present revision without its headers', present('tools/list')[0], {}, 400],
  ])('rejects %s', async (_, body, headers, expected) => {
    const { app } = await dataService(STORED)
    expect((await send(app, body, headers)).status).toBe(expected)
  })

  it.each(['resources/list', 'subscriptions/listen', 'constructor'])(
    'returns an error for the method %s at once',
    async (method) => {
      const { app } = await dataService(STORED)
      for (const sent of [send(app, former(method)), send(app, ...present(method))])
        expect(((await sent).body as Reply).error?.code).toBeLessThan(0)
    },
  )

  it.each(['get', 'put', 'delete'] as const)('has no %s', async (method) => {
    const { app } = await dataService(STORED)
    const { status, headers } = await request(app)[method]('/mcp')
    expect([status, headers['allow']]).toEqual([405, 'POST'])
  })
})
