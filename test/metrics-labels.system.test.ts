import { DOCUMENTS } from '@landscape/contracts/documents'
import { USAGE_DAY_EXAMPLE } from '@landscape/dev/examples'
import type { Identity } from '@landscape/contracts/identity'
import { createIdentitySigner, IDENTITY_HEADER } from '@landscape/runtime/identity/identity-token'
import { replace } from '@landscape/store/objects/directory'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import { allRoutes } from '../tools/description/all-routes.ts'
import { SERVICE_NAMES, type ServiceName } from '../tools/start/plan.ts'
import { createClient, type Client } from './support/client.ts'
import { fetch } from './support/fetch.ts'
import { freePorts } from './support/free-ports.ts'
import { pause } from './support/process.ts'
import { startWithSourceControl, type WithSourceControl } from './support/source-control.ts'

/** Part of everything that callers send; a valid label value. */
const MARK = 'unmistakable'
const PERSON: Omit<Identity, 'subject'> = {
  email: `kim.${MARK}@acme.example`,
  groups: ['admin', 'reviewer'],
}
const COLLECTED_AT = 1_795_000_000

let landscape: WithSourceControl
let ports: ReadonlyMap<ServiceName, number>
let client: Client
beforeAll(async () => {
  const free = await freePorts(SERVICE_NAMES.length)
  ports = new Map(SERVICE_NAMES.map((name, i) => [name, free[i] ?? 0]))
  landscape = await startWithSourceControl({ services: [] })
  const store = createEmbeddedStore(landscape.dataDir)
  const succeededAt = COLLECTED_AT * 1_000
  const run = { startedAt: succeededAt, finishedAt: succeededAt, by: 'a test', ok: true }
  await replace(store, DOCUMENTS.lastRun.ref, Buffer.from(JSON.stringify({ ...run, succeededAt })))
  const history = [{ ...USAGE_DAY_EXAMPLE, total_active_users: 12 }]
  await replace(store, DOCUMENTS.organisationHistory.ref, Buffer.from(JSON.stringify(history)))
  store.close()
  for (const [name, port] of ports) await landscape.start(name, { METRICS_PORT: String(port) })
  client = createClient(landscape.url)
}, 60_000)
afterAll(async () => {
  client?.close()
  await landscape?.stop()
})

async function figures(name: ServiceName): Promise<string> {
  return (await fetch(`http://127.0.0.1:${ports.get(name)}/metrics`)).text()
}

/** Polls until a metric exists: requests are counted after their response. */
async function untilCounted(name: ServiceName, series: string): Promise<void> {
  while (!(await figures(name)).includes(series)) await pause()
}

/** Returns every operation of a process with the mark in each parameter. */
function operationsOf(name: ServiceName) {
  return allRoutes()[name].map(({ method, path, query }) => {
    const names = query instanceof z.ZodObject ? Object.keys(query.shape) : []
    const target = path.replaceAll(/:\w+/g, MARK)
    const sent = names.map((parameter) => `${parameter}=${MARK}`).join('&')
    return { method: method.toUpperCase(), path: sent ? `${target}?${sent}` : target }
  })
}

/** Sends e-mails, parameters, tokens and cookies to every route, through the gateway and directly. */
async function requestAllRoutes(): Promise<string[]> {
  const { issuer, internalTokenSecret } = landscape
  const signer = createIdentitySigner(internalTokenSecret)
  const session = landscape.tokenOf('ordinary')
  const cookie = `githubUserToken=${session}; scmUserToken=${session}; ${MARK}=${MARK}`
  const broken = `${issuer.idToken(PERSON).slice(0, -9)}${MARK}`
  const body = { user: [{ email: PERSON.email }], details: [{ name: MARK }], code: MARK }
  const sent = [session, broken]
  for (const name of SERVICE_NAMES) {
    const own = await signer.sign({ subject: MARK, ...PERSON }, name)
    sent.push(own)
    const direct = createClient(landscape.urls[name], { described: false })
    for (const { method, path } of operationsOf(name)) {
      const content = method === 'GET' || method === 'DELETE' ? undefined : body
      const known = { ...issuer.headersFor(PERSON), cookie, origin: `https://${MARK}.example` }
      await client.send(method, path, content, known)
      await client.send(method, path, content, { authorization: `Bearer ${broken}`, cookie })
      await client.send(method, `${path.split('?')[0]}/${MARK}`, content, known)
      await direct.send(method, path, content, { [IDENTITY_HEADER]: own, cookie })
      await direct.send(method, path, content, { [IDENTITY_HEADER]: broken })
      sent.push(...Object.values(issuer.headersFor(PERSON)))
    }
    direct.close()
  }
  return sent.map((token) => token.replace(/^Bearer /, ''))
}

/** Returns the values of all labels with their names. */
function labelsIn(text: string): [name: string, value: string][] {
  const lines = text.split('\n').filter((line) => !line.startsWith('#'))
  return lines.flatMap((line) =>
    [...line.matchAll(/([a-z_]\w*)="((?:[^"\\]|\\.)*)"/gi)].map(
      ([, name = '', value = '']): [string, string] => [name, value],
    ),
  )
}

describe('the metrics of all five processes', () => {
  it('have no e-mails, parameters, tokens or cookies in labels', async () => {
    const sent = await requestAllRoutes()
    for (const name of SERVICE_NAMES) {
      const seen = await figures(name)
      const labels = labelsIn(seen)
      // The requests were counted.
      const valuesOf = (wanted: string) =>
        new Set(labels.filter(([label]) => label === wanted).map(([, value]) => value))
      expect([name, valuesOf('route').size > 4]).toEqual([name, true])
      expect([name, [...valuesOf('status')]]).toEqual([
        name,
        expect.arrayContaining(['200', '401']),
      ])
      const telling = new RegExp(`${MARK}|acme|@|%|eyJ|gh[a-z]_|github_pat_`, 'i')
      expect([name, labels.filter(([, value]) => telling.test(value))]).toEqual([name, []])
      expect([name, sent.filter((token) => seen.includes(token))]).toEqual([name, []])
    }
  }, 60_000)

  it('count public reads by cache result', async () => {
    for (let n = 0; n < 4; n++) await client.get('/api/banners')
    await untilCounted('gateway', 'landscape_shared_reads_total{outcome="forwarded"}')
    await untilCounted('gateway', 'landscape_shared_reads_total{outcome="shared"}')
  })

  it('count calls to the source-control host and report collected usage', async () => {
    const calls = 'landscape_source_control_call_seconds_count'
    await untilCounted('assistant', `${calls}{outcome="ok"}`)
    await landscape.hostServer.disconnect()
    const cookie = `githubUserToken=${landscape.tokenOf('admin')}`
    await client.get('/assistant/api/teams', { ...landscape.issuer.headersFor(PERSON), cookie })
    await untilCounted('assistant', `${calls}{outcome="no_response"}`)
    const collected = `landscape_collector_last_success_timestamp_seconds ${COLLECTED_AT}`
    await untilCounted('assistant', collected)
    await untilCounted('assistant', 'landscape_assistant_active_people 12')
    await untilCounted('assistant', 'landscape_assistant_newest_day_age_days ')
  })
})
