import { fileURLToPath } from 'node:url'
import { DOCUMENTS } from '@landscape/contracts/documents'
import { importDirectory, replace } from '@landscape/store/objects/directory'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import type { InventoriedStore } from '@landscape/store/objects/port'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { ServiceName } from '../tools/start/plan.ts'
import { createClient, type ClientResponse, type Client } from './support/client.ts'
import { pause } from './support/process.ts'
import { startProduction, type Production } from './support/production.ts'

const SERVICES = ['gateway', 'projects', 'data', 'admin-review'] as const
const FAILING = fileURLToPath(new URL('support/failing-process.ts', import.meta.url))
const SAMPLE_DATA = fileURLToPath(new URL('../sample-data', import.meta.url))
const SECRET = 'S3CRET of lee@private.example'

let production: Production
let client: Client
let store: InventoriedStore
let radar: object
beforeAll(async () => {
  production = await startProduction({
    services: SERVICES,
    env: { STALE_IF_ERROR_SECONDS: '0', UPSTREAM_RESTART_SECONDS: '0.5' },
  })
  client = createClient(production.url)
  store = createEmbeddedStore(production.dataDir)
  await importDirectory(store, SAMPLE_DATA)
  const stored = await client.get('/api/tech-radar/json')
  expect(stored.status).toBe(200)
  radar = stored.json() as object
  expect((await client.post('/api/v1/projects', project, as('registry'))).status).toBe(201)
})
afterAll(async () => {
  client?.close()
  store?.close()
  await production?.stop()
})

const project = { user: [{ email: '' }], details: [{ name: 'Tide Tables' }] }
const as = (name: string, ...groups: string[]) =>
  production.issuer.headersFor({ email: `${name}@acme.example`, groups })

/** Expects the common shape of errors without internals. */
function expectProblem(
  { status, headers, text, ...response }: ClientResponse,
  { type, error, detail = error }: { type: string; error: string; detail?: string },
) {
  const body = response.json() as Record<string, unknown>
  const { errors, ...members } = body
  expect(members).toEqual({
    type,
    title: expect.stringMatching(/^[A-Z][A-Za-z ]+$/),
    status,
    detail,
    error,
    // Existing clients compare the message of a 401.
    message: status === 401 ? 'Unauthorized' : error,
    requestId: headers['x-request-id'],
    traceId: expect.stringMatching(/^[\da-f]{32}$/),
  })
  for (const item of (errors ?? []) as object[]) {
    expect(item).toEqual({ pointer: expect.any(String), detail: expect.any(String) })
  }
  expect(headers['content-type']).toBe('application/problem+json; charset=utf-8')
  expect(text).not.toMatch(
    /S3CRET|private\.example|\.ts\b|node_modules|\bat \S+ \(|onsRadarSkeleton/,
  )
  return members as { requestId: string }
}

type Level = 'info' | 'error' | 'fatal'

/** Waits for a log line of a level that contains a string. */
async function untilLogged(service: ServiceName, level: Level, holds: string) {
  for (;;) {
    const lines = production.output(service).split('\n')
    const line = lines.find((one) => one.includes(holds) && one.includes(`"level":"${level}"`))
    if (line !== undefined) return JSON.parse(line) as Record<string, unknown>
    await pause()
  }
}

/** Returns the levels of all log lines that contain a string. */
function levelsOf(holds: string): string[] {
  const output = SERVICES.map((name) => production.output(name)).join('\n')
  const lines = output.split('\n').filter((line) => line.includes(holds))
  return [...new Set(lines.map((line) => (JSON.parse(line) as { level: string }).level))]
}

interface ErrorCase {
  what: string
  status: number
  code: string
  error: string
  /** Equal to `error` when absent. */
  detail?: string
  request: () => Promise<ClientResponse>
}

describe('an error response', () => {
  const review = (body: object) =>
    client.post('/review/api/tech-radar/update', body, as('lee', 'reviewer'))

  const invalid = { status: 400, code: 'invalid-input' }
  const unauthenticated = { status: 401, code: 'unauthenticated' }
  const missing = { status: 404, code: 'not-found' }
  const bodyMissing = {
    status: 406,
    code: 'body-missing',
    error: 'Missing JSON data',
    detail:
      'The request has no body. Send the data as JSON, with the header "Content-Type: application/json".',
  }
  const ERRORS: ErrorCase[] = [
    {
      ...invalid,
      what: 'a radar without a title',
      error: 'Invalid or missing title',
      request: () => review({ ...radar, title: undefined }),
    },
    {
      ...invalid,
      what: 'invalid quadrants',
      error: 'Invalid quadrants structure',
      request: () => review({ ...radar, quadrants: [{}] }),
    },
    {
      ...invalid,
      what: 'invalid rings',
      error: 'Invalid rings structure',
      request: () => review({ ...radar, rings: 'adopt' }),
    },
    {
      ...invalid,
      what: 'invalid entries',
      error: 'Invalid entry structure: entry number 1, id',
      request: () => review({ ...radar, entries: [{}] }),
    },
    {
      ...unauthenticated,
      what: 'a missing token',
      error: 'Missing authentication tokens',
      request: () => client.get('/api/v1/projects'),
    },
    {
      ...unauthenticated,
      what: 'an invalid token',
      error: 'Not authorized',
      request: () => client.get('/api/v1/projects', { authorization: 'x.y.z' }),
    },
    {
      what: 'a caller without the group',
      status: 403,
      code: 'forbidden',
      error: 'Admin access required',
      request: () => client.get('/admin/api/banners', as('lee', 'reviewer')),
    },
    {
      ...missing,
      what: 'an unknown project',
      error: 'Project not found',
      request: () => client.get('/api/v1/projects/Nowhere', as('registry')),
    },
    {
      ...missing,
      what: 'a caller without projects',
      error: 'Projects not found',
      request: () => client.get('/api/v1/projects', as('nobody')),
    },
    {
      ...missing,
      what: 'an unknown path of a service',
      error: 'Not found',
      request: () => client.get('/api/nothing'),
    },
    {
      ...missing,
      what: 'an unknown path of the gateway',
      error: 'Not found',
      request: () => client.get('/nothing'),
    },
    {
      ...bodyMissing,
      what: 'a create without JSON data',
      request: () => client.send('POST', '/api/v1/projects', undefined, as('registry')),
    },
    {
      ...bodyMissing,
      what: 'an update without JSON data',
      request: () =>
        client.send('PUT', '/api/v1/projects/Tide%20Tables', undefined, as('registry')),
    },
    {
      what: 'a project that exists',
      status: 409,
      code: 'conflict',
      error: `Project with the same name 'Tide Tables', and owner 'registry@acme.example' already exists`,
      request: () => client.post('/api/v1/projects', project, as('registry')),
    },
  ]

  // spec: 7-r1 7-r2 7-r3 7-r5 7-r6 7-s1
  it.each(ERRORS)(
    'has the common shape for $what: $status',
    async ({ status, code, request, ...texts }) => {
      const response = await request()
      expect(response.status).toBe(status)
      const { requestId } = expectProblem(response, { type: `/problems/${code}`, ...texts })
      // Errors of the caller are logged as info.
      await untilLogged('gateway', 'info', requestId)
      expect(levelsOf(requestId)).toEqual(['info'])
    },
  )

  // spec, otherwise: 7-r1 7-r2 7-r3 7-r4a 7-r4b 7-r6
  it('is not returned for the same requests without the fault', async () => {
    const path = '/api/v1/projects'
    const other = { ...project, details: [{ name: 'Buoys' }] }
    const responses = [
      await review(radar),
      await client.get(path, as('registry')),
      await client.get('/admin/api/banners', as('lee', 'admin')),
      await client.get(`${path}/Tide%20Tables`, as('registry')),
      await client.put(`${path}/Tide%20Tables`, project, as('registry')),
      await client.post(path, other, as('registry')),
      await client.post(path, project, as('other')),
    ]
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 201, 201])
    for (const { headers, text } of responses) {
      expect(headers['content-type']).toBe('application/json; charset=utf-8')
      expect(text).not.toMatch(/"(error|errors|detail|requestId)":/)
    }
  })

  // spec: 7-r7a
  it('hides and logs an unexpected failure: 500', async () => {
    const pid = production.pids().data
    const damaged = JSON.stringify({ title: 7, entries: SECRET })
    await replace(store, DOCUMENTS.radar.ref, Buffer.from(damaged))
    const response = await client.get('/api/tech-radar/json')
    expect(response.status).toBe(500)
    const { requestId } = expectProblem(response, {
      type: 'about:blank',
      error: 'Internal server error',
    })
    const line = await untilLogged('data', 'error', requestId)
    expect(line).toMatchObject({
      level: 'error',
      msg: 'request failed',
      route: '/api/tech-radar/json',
      err: { message: expect.stringContaining('main/onsRadarSkeleton.json') },
    })
    expect(JSON.stringify(line)).not.toContain('private.example')
    // The process and its other routes are not affected.
    expect(production.pids().data).toBe(pid)
    expect((await client.get('/api/directorates/json')).status).toBe(200)
    await replace(store, DOCUMENTS.radar.ref, Buffer.from(JSON.stringify(radar)))
    expect((await client.get('/api/tech-radar/json')).status).toBe(200)
  })
})

describe('an error outside any request', () => {
  // spec: 7-r7b 7-r7c
  it.each(['exception', 'rejection'])(
    'is logged, and callers get the common shape: %s',
    async (kind) => {
      await production.terminate('data')
      await production.start('data', { NODE_OPTIONS: `--import=${FAILING}`, FAILS_BY: kind })
      const pid = production.pids().data
      production.signal('data', 'SIGUSR2')
      while (production.pids().data !== undefined) await pause()
      expect(await untilLogged('data', 'fatal', `"pid":${pid}`)).toMatchObject({
        level: 'fatal',
        msg: 'uncaught error, stopping to be restarted',
        service: 'data',
        err: { type: 'Error', message: 'unforeseen, for [redacted]', stack: expect.any(String) },
      })
      const response = await client.get('/api/directorates/json')
      expect(response.status).toBe(503)
      expectProblem(response, {
        type: '/problems/unavailable',
        error: 'The data service is not available',
      })
      await production.start('data')
      expect((await client.get('/api/directorates/json')).status).toBe(200)
    },
  )
})
