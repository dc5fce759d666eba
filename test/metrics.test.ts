import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { IDENTITY_HEADER } from '@landscape/identity'
import { createClient, type Client } from './support/client.ts'
import { freePorts } from './support/free-ports.ts'
import { pause } from './support/process.ts'
import { startProduction, type Production } from './support/production.ts'

const PERSON = { email: 'kim.unmistakable@acme.example', groups: ['admin'] }
const PROJECT = 'Unmistakable plans'

let landscape: Production
let client: Client
let ports: Record<'gateway' | 'projects', number>
beforeAll(async () => {
  landscape = await startProduction({ services: [] })
  const [gateway = 0, projects = 0] = await freePorts(2)
  ports = { gateway, projects }
  await landscape.start('projects', { METRICS_PORT: String(projects) })
  await landscape.start('gateway', { METRICS_PORT: String(gateway) })
  client = createClient(landscape.url)
}, 60_000)
afterAll(async () => {
  client?.close()
  await landscape?.stop()
})

async function figures(name: keyof typeof ports): Promise<string> {
  return (await fetch(`http://127.0.0.1:${ports[name]}/metrics`)).text()
}

/** Asks until a figure is there: requests are counted a moment after their answer. */
async function untilCounted(name: keyof typeof ports, series: string): Promise<void> {
  while (!(await figures(name)).includes(series)) await pause()
}

describe('METRICS_PORT', () => {
  it('tells of documents, refused identities, errors and the services, and never of callers', async () => {
    const headers = landscape.issuer.headersFor(PERSON)
    const project = { user: [{ email: PERSON.email, roles: [] }], details: [{ name: PROJECT }] }
    expect((await client.post('/api/v1/projects', project, headers)).status).toBe(201)
    const path = `/api/v1/projects/${encodeURIComponent(PROJECT)}`
    expect((await client.get(path, headers)).status).toBe(200)
    expect((await client.get(path)).status).toBe(401)
    const direct = createClient(landscape.urls.projects)
    const token = 'eyJub3QiOiJhIHRva2VuIn0.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'
    expect((await direct.get(path, { [IDENTITY_HEADER]: token })).status).toBe(401)
    direct.close()
    await client.get('/readyz')

    const document = 'document="audit-tool/new_project_data.json"'
    await untilCounted('projects', `landscape_document_reads_total{${document},outcome="fresh"}`)
    await untilCounted(
      'projects',
      `landscape_document_changes_total{${document},outcome="stored"} 1`,
    )
    await untilCounted(
      'projects',
      `landscape_document_commit_seconds_count{${document},outcome="stored"} 1`,
    )
    await untilCounted('projects', 'landscape_identities_refused_total{reason="form"} 1')
    await untilCounted(
      'gateway',
      'landscape_problems_total{kind="unauthenticated",route="/api/v1/*"} 1',
    )
    await untilCounted('gateway', 'landscape_service_checks_total{service="projects",outcome="ok"}')
    await untilCounted(
      'gateway',
      'landscape_service_checks_total{service="data",outcome="failing"}',
    )

    // Nobody runs the data service here: its only replica is passed over from the first request on.
    expect((await client.get('/api/banners')).status).toBe(503)
    await untilCounted('gateway', 'landscape_upstream_slots_taken{service="projects"} 0')
    const down = 'landscape_upstream_events_total{service="data",event="replica-down"} 1'
    await untilCounted('gateway', down)

    const all = (await figures('gateway')) + (await figures('projects'))
    expect(all).not.toMatch(/unmistakable|acme|eyJ/i)
    for (const [, name] of all.matchAll(/^# TYPE (landscape_\w+)/gm)) {
      expect(name).toMatch(/_(?:total|seconds|taken)$/)
    }
  })
})
