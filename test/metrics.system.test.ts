import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { IDENTITY_HEADER } from '@landscape/runtime/identity/identity-token'
import { DOCUMENTS } from '@landscape/contracts/documents'
import { replace } from '@landscape/store/objects/directory'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { fetch } from './support/fetch.ts'
import { createClient, type Client } from './support/client.ts'
import { freePorts } from './support/free-ports.ts'
import packageFile from '../package.json' with { type: 'json' }
import { pause } from './support/process.ts'
import { startProduction, type Production } from './support/production.ts'

const PERSON = { email: 'kim.unmistakable@acme.example', groups: ['admin'] }
const PROJECT = 'Unmistakable plans'
const PER_MINUTE = 60
const AT_ONCE = 3

let landscape: Production
let client: Client
let ports: Record<'gateway' | 'projects', number>
beforeAll(async () => {
  landscape = await startProduction({ services: [] })
  const [gateway = 0, projects = 0] = await freePorts(2)
  ports = { gateway, projects }
  await landscape.start('projects', { METRICS_PORT: String(projects) })
  await landscape.start('gateway', {
    METRICS_PORT: String(gateway),
    TRUSTED_PROXIES: '1',
    RATE_LIMIT_PER_MINUTE: String(PER_MINUTE),
    CONCURRENT_REQUESTS_PER_CALLER: String(AT_ONCE),
    UPSTREAM_RESTART_SECONDS: '0',
  })
  client = createClient(landscape.url)
}, 60_000)
afterAll(async () => {
  client?.close()
  await landscape?.stop()
})

async function figures(name: keyof typeof ports): Promise<string> {
  return (await fetch(`http://127.0.0.1:${ports[name]}/metrics`)).text()
}

/** Polls until a metric exists: requests are counted after their response. */
async function untilCounted(name: keyof typeof ports, series: string): Promise<void> {
  while (!(await figures(name)).includes(series)) await pause()
}

describe('METRICS_PORT', () => {
  it('counts documents, rejected identities, errors and services, without data of callers', async () => {
    const headers = landscape.issuer.headersFor(PERSON)
    const project = { user: [{ email: PERSON.email, roles: [] }], details: [{ name: PROJECT }] }
    expect((await client.post('/api/v1/projects', project, headers)).status).toBe(201)
    const path = `/api/v1/projects/${encodeURIComponent(PROJECT)}`
    expect((await client.get(path, headers)).status).toBe(200)
    expect((await client.get(path)).status).toBe(401)
    const direct = createClient(landscape.urls.projects, { described: false })
    const token = 'eyJub3QiOiJhIHRva2VuIn0.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'
    expect((await direct.get(path, { [IDENTITY_HEADER]: token })).status).toBe(401)
    direct.close()
    await client.get('/readyz')

    const document = 'document="audit-tool/new_project_data.json"'
    await untilCounted('projects', `landscape_document_reads_total{${document},outcome="fresh"}`)
    await untilCounted('projects', `landscape_document_stale{${document}} 0`)
    await untilCounted(
      'projects',
      `landscape_document_changes_total{${document},outcome="stored"} 1`,
    )
    await untilCounted(
      'projects',
      `landscape_document_commit_seconds_count{${document},outcome="stored"} 1`,
    )
    await untilCounted('projects', 'landscape_identities_rejected_total{reason="form"} 1')
    await untilCounted(
      'gateway',
      'landscape_problems_total{kind="unauthenticated",route="/api/v1/*",reason="missing"} 1',
    )
    await untilCounted('gateway', 'landscape_service_checks_total{service="projects",outcome="ok"}')
    await untilCounted(
      'gateway',
      'landscape_service_checks_total{service="data",outcome="failing"}',
    )

    // The data service is not started: its only replica is marked down by the first request.
    expect((await client.get('/api/banners')).status).toBe(503)
    const down = 'landscape_upstream_events_total{service="data",event="replica-down"} 1'
    await untilCounted('gateway', down)
    await untilCounted('gateway', 'landscape_upstream_replicas_down{service="data"} 1')

    await untilCounted('projects', 'landscape_store_put_bytes_count{bucket="audit-tool"}')
    const put = 'landscape_store_call_seconds_count{call="put",bucket="audit-tool",outcome="done"}'
    await untilCounted('projects', put)
    await untilCounted('projects', 'landscape_document_commit_repeats_total')
    await untilCounted('gateway', `landscape_build_info{version="${packageFile.version}",node="v`)
    await untilCounted('gateway', 'landscape_draining 0')
    await untilCounted('projects', 'landscape_event_loop_steps_max ')
    await untilCounted('projects', '# TYPE landscape_history_clock_jumps_total counter')
    await untilCounted('gateway', 'landscape_log_lines_lost_total 0')
    await untilCounted('gateway', 'landscape_identity_provider_keys_age_seconds ')
    const keys = 'landscape_key_fetches_total{keys="identity provider",outcome="fetched"}'
    await untilCounted('gateway', keys)

    const all = (await figures('gateway')) + (await figures('projects'))
    expect(all).not.toMatch(/unmistakable|acme|eyJ/i)
    for (const [, name] of all.matchAll(/^# TYPE (landscape_\w+)/gm)) {
      expect(name).toMatch(/_(?:total|seconds|bytes|taken|down|stale|info|draining|max)$/)
    }
  })

  const rejected = (kind: string, route: string, reason = 'none') =>
    `landscape_problems_total{kind="${kind}",route="${route}",reason="${reason}"} `

  it('distinguishes rejections by rate, concurrency, body size and token', async () => {
    const from = { 'x-forwarded-for': '198.51.100.7' }
    for (let n = 0; n <= PER_MINUTE; n++) await client.get('/nothing', from)
    await untilCounted('gateway', rejected('rate-limited', 'none', 'per minute'))

    const hog = landscape.issuer.headersFor({ email: 'hog@acme.example', groups: [] })
    const lines = Object.entries(hog).map(([name, value]) => `${name}: ${value}\r\n`)
    const head = `POST /api/v1/projects HTTP/1.1\r\nHost: localhost\r\n${lines.join('')}`
    const sockets = Array.from({ length: AT_ONCE + 1 }, () => {
      const socket = connect(Number(new URL(landscape.url).port), '127.0.0.1')
      socket.on('error', () => {})
      socket.write(`${head}Content-Length: 100\r\n\r\n{`)
      return socket
    })
    await untilCounted('gateway', rejected('rate-limited', '/api/v1/*', 'at once'))
    for (const socket of sockets) socket.destroy()
    await untilCounted('gateway', rejected('invalid-input', '/api/v1/*', 'client left'))

    await client.post('/assistant/api/scm/oauth/token', { code: 'x'.repeat(10_000) })
    await untilCounted('gateway', rejected('payload-too-large', '/assistant/api/scm/oauth/*'))
    await client.get('/api/v1/projects', { authorization: 'Bearer none' })
    await untilCounted('gateway', rejected('unauthenticated', '/api/v1/*', 'form'))
  })

  it('counts edits stored with a damaged history', async () => {
    const headers = landscape.issuer.headersFor({ email: 'past@acme.example', groups: [] })
    const register = async (name: string) =>
      client.post('/api/v1/projects', { user: [{ email: '' }], details: [{ name }] }, headers)
    for (const name of ['One', 'Two']) expect((await register(name)).status).toBe(201)
    await landscape.terminate('projects')
    const store = createEmbeddedStore(landscape.dataDir)
    for (const key of await store.list('audit-tool', 'history/projects/')) {
      await store.remove({ bucket: 'audit-tool', key })
    }
    await replace(store, DOCUMENTS.projects.ref, Buffer.from('{"projects":[]}'))
    store.close()
    await landscape.start('projects', { METRICS_PORT: String(ports.projects) })
    expect((await register('Three')).status).toBe(201)
    const document = 'document="audit-tool/new_project_data.json"'
    await untilCounted('projects', `landscape_history_failures_total{${document}} 1`)
  })

  it('counts exceeded quotas and reads of stale copies', async () => {
    const headers = landscape.issuer.headersFor({ email: 'many@acme.example', groups: [] })
    let status = 201
    for (let n = 0; status === 201; n++) {
      const project = { user: [{ email: '' }], details: [{ name: `Many ${n}` }] }
      const fill = { fill: 'x'.repeat(255_000) }
      ;({ status } = await client.post('/api/v1/projects', { ...project, ...fill }, headers))
    }
    expect(status).toBe(403)
    await untilCounted('projects', rejected('quota-exceeded', '/api/v1/projects'))

    const store = createEmbeddedStore(landscape.dataDir)
    await replace(store, DOCUMENTS.projects.ref, Buffer.from('{"projects":"none"}'))
    store.close()
    expect((await client.get('/api/v1/projects', headers)).headers['warning']).toBeDefined()
    const document = 'document="audit-tool/new_project_data.json"'
    await untilCounted('projects', `landscape_document_reads_total{${document},outcome="stale"}`)
    await untilCounted('projects', `landscape_document_stale{${document}} 1`)
    const ready = async () => (await fetch(`${landscape.urls.projects}/readyz`)).json()
    // /readyz is cached for a second.
    let report = (await ready()) as { status: string; reasons?: Record<string, string> }
    while (report.status === 'ready') report = (await ready()) as typeof report
    expect(report.reasons?.['documents']).toBe(
      'audit-tool/new_project_data.json is served from the last good copy',
    )
    await untilCounted('projects', `landscape_store_failures_total{${document},kind="invalid"}`)
  })
})
