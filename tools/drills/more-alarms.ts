import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { DOCUMENTS } from '@landscape/contracts'
import { hasRedis, startRedis } from '@landscape/dev/redis-server'
import { IDENTITY_HEADER } from '@landscape/runtime'
import { createEmbeddedStore, importDirectory, replace, type ObjectRef } from '@landscape/store'
import { SERVICE_NAMES, type ServiceName } from '../start/plan.ts'
import { createClient } from '../../test/support/client.ts'
import { freePorts } from '../../test/support/free-ports.ts'
import { run } from '../../test/support/process.ts'
import { startWithSourceControl } from '../../test/support/source-control.ts'
import { startPrometheus, untilResolved, untilFiring, type Print } from './prometheus.ts'

const SAMPLE_DATA = fileURLToPath(new URL('../../sample-data', import.meta.url))
const PERSON = { email: 'kim@acme.example', groups: ['admin'] }
const TWO_DAYS_MS = 48 * 3_600_000
const WEEK_MS = 7 * 24 * 3_600_000
/** The maximum number of projects of a registry. */
const MAX_PROJECTS = 20_000

/**
 * Checks the alerts for unavailable dependencies, late jobs and damaged documents, and that they resolve. Runs real
 * processes on the embedded store, scraped by a real Prometheus.
 *
 * @returns whether the expected alerts fired and resolved
 */
export async function moreAlarms(print: Print): Promise<boolean> {
  const redis = hasRedis() ? await startRedis() : undefined
  if (!redis) print('without Redis: redis-server is not on the PATH')
  const ports = await freePorts(SERVICE_NAMES.length)
  const targets = Object.fromEntries(SERVICE_NAMES.map((name, i) => [name, ports[i] ?? 0]))
  const counted = { REDIS_URL: redis?.url ?? '', RATE_LIMIT_PER_MINUTE: '1000000' }
  const landscape = await startWithSourceControl({ services: [], env: redis ? counted : {} })
  const store = createEmbeddedStore(landscape.dataDir)
  await importDirectory(store, SAMPLE_DATA)
  const start = (name: ServiceName) =>
    landscape.start(name, { METRICS_PORT: String(targets[name]) })
  for (const name of SERVICE_NAMES.toReversed()) await start(name)
  const prometheus = await startPrometheus(targets)
  const client = createClient(landscape.url, { described: false })
  const registry = createClient(landscape.urls.projects, { described: false })
  const data = createClient(landscape.urls.data, { described: false })
  const headers = landscape.issuer.headersFor(PERSON)
  const backups = await mkdtemp(join(tmpdir(), 'landscape-drill-'))

  const put = (ref: ObjectRef, value: object) =>
    replace(store, ref, Buffer.from(JSON.stringify(value)))
  const command = async (...args: string[]) => {
    const { exit, output } = run(args, landscape.settings)
    if ((await exit) !== 0) print(`  ${args.join(' ')}: ${output().slice(0, 500)}`)
  }
  const register = (name: string) =>
    client.post('/api/v1/projects', { user: [{ email: '' }], details: [{ name }] }, headers)

  async function damageRegistry() {
    await register('Before the damage')
    await landscape.terminate('projects')
    for (const key of await store.list('audit-tool', 'history/projects/')) {
      await store.remove({ bucket: 'audit-tool', key })
    }
    const projects = Array.from({ length: MAX_PROJECTS - 1 }, (_, n) => ({
      user: [{ email: `owner-${n}@acme.example` }],
      details: [{ name: `Full ${n}` }],
    }))
    await put(DOCUMENTS.projects.ref, { projects })
    await start('projects')
    for (const name of ['The last one that fits', 'One above the maximum']) await register(name)
  }

  const newcomer = () => ({ cookie: `githubUserToken=${landscape.tokenOf('ordinary')}` })
  const callers = repeat(200, [
    () => client.get('/api/v1/projects/filter', headers),
    () => client.get('/api/banners'),
    () => client.get('/assistant/api/teams', { ...headers, ...newcomer() }),
  ])
  const steps: boolean[] = []
  async function step(
    title: string,
    wanted: readonly string[],
    { inject, repair }: Record<'inject' | 'repair', () => Promise<unknown>>,
  ) {
    print(title)
    await inject()
    steps.push(await untilFiring(prometheus, wanted, print))
    await repair()
    steps.push(await untilResolved(prometheus, wanted, print))
  }

  try {
    const forged = { [IDENTITY_HEADER]: 'eyJhbGciOiJIUzI1NiJ9.e30.forged' }
    let forgers = repeat(200, [])
    await step('requests to the registry with forged identities', ['IdentitiesRefused'], {
      inject: async () => (forgers = repeat(200, [() => registry.get('/api/v1/projects', forged)])),
      repair: () => forgers.stop(),
    })
    if (redis) {
      await step('Redis is suspended', ['RedisAway'], {
        inject: async () => redis.signal('SIGSTOP'),
        repair: async () => redis.signal('SIGCONT'),
      })
    }
    await step('source-control host outage', ['SourceControlHostFails'], {
      inject: landscape.hostServer.disconnect,
      repair: landscape.hostServer.reconnect,
    })
    const late = ['BackupLate', 'CollectorLate', 'StoreCheckLate', 'UsageOld']
    await step('store check, backup and collection are two days old, usage is a week old', late, {
      async inject() {
        const at = Date.now() - TWO_DAYS_MS
        const date = new Date(Date.now() - WEEK_MS).toISOString().slice(0, 10)
        await put(DOCUMENTS.organisationHistory.ref, [{ date }])
        await put(DOCUMENTS.storeCheck.ref, {
          checkedAt: at,
          findings: { schema: 0, reference: 0, history: 0 },
        })
        await put(DOCUMENTS.lastBackup.ref, { begunAt: at })
        const lastRun = { startedAt: at, finishedAt: at, succeededAt: at, by: 'a drill', ok: true }
        await put(DOCUMENTS.lastRun.ref, lastRun)
      },
      async repair() {
        await command('tools/store.ts', 'check', '--record')
        await command('tools/store.ts', 'backup', backups, '--record')
        await command('tools/assistant-collect.ts')
      },
    })
    const { ref } = DOCUMENTS.banners
    const before = await store.get(ref)
    let started: Promise<void> = Promise.resolve()
    const expected = ['ReadsFail', 'ReadsStale', 'StoreUnsound']
    let readers = repeat(200, [])
    await step('the stored banners are malformed; one service has cached a copy', expected, {
      async inject() {
        await put(ref, {})
        await command('tools/store.ts', 'check', '--record')
        await sleep(5_000)
        await landscape.terminate('data')
        started = start('data')
        readers = repeat(200, [
          () => data.get('/api/banners'),
          () => client.get('/admin/api/banners', headers),
        ])
      },
      async repair() {
        if (before.kind === 'found') await replace(store, ref, before.body)
        await command('tools/store.ts', 'check', '--record')
        await readers.stop()
        await started
      },
    })
    await step('a gateway starts during an outage of the identity provider', ['KeysMissing'], {
      async inject() {
        await landscape.identityProvider.disconnect()
        await landscape.terminate('gateway')
        await start('gateway')
      },
      repair: landscape.identityProvider.reconnect,
    })
    // Last: the damaged history keeps its alert firing.
    await step('the registry is full and its history is deleted', ['HistoryDamaged', 'StoreFull'], {
      inject: damageRegistry,
      repair: async () => {},
    })
    return steps.every(Boolean)
  } finally {
    await callers.stop()
    for (const one of [client, registry, data]) one.close()
    store.close()
    await prometheus.stop()
    await landscape.stop()
    await redis?.stop()
    await rm(backups, { recursive: true, force: true })
  }
}

/** Repeats requests, ignoring failures, until it is stopped. */
function repeat(everyMs: number, requests: readonly (() => Promise<unknown>)[]) {
  const stopped = new AbortController()
  const all = requests.map(async (send) => {
    while (!stopped.signal.aborted) {
      await send().catch(() => {})
      await sleep(everyMs)
    }
  })
  return {
    async stop(): Promise<void> {
      stopped.abort()
      await Promise.all(all)
    },
  }
}
