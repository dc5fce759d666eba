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
import { startPrometheus, untilQuiet, untilRinging, type Say } from './prometheus.ts'

const SAMPLE_DATA = fileURLToPath(new URL('../../sample-data', import.meta.url))
const PERSON = { email: 'kim@acme.example', groups: ['admin'] }
const TWO_DAYS_MS = 48 * 3_600_000
/** As many as a registry may have. */
const FULL = 20_000

/**
 * Which alarms ring when what is around the landscape is away, its jobs are late, and what is stored is damaged; and
 * whether they end afterwards. Real processes on the embedded store, asked by a real Prometheus.
 *
 * @returns whether all rang that should, and ended
 */
export async function moreAlarms(say: Say): Promise<boolean> {
  const redis = hasRedis() ? await startRedis() : undefined
  if (!redis) say('without Redis: there is no redis-server on the PATH')
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
    if ((await exit) !== 0) say(`  ${args.join(' ')}: ${output().slice(0, 500)}`)
  }
  const register = (name: string) =>
    client.post('/api/v1/projects', { user: [{ email: '' }], details: [{ name }] }, headers)

  async function damageRegistry() {
    await register('Before the damage')
    await landscape.terminate('projects')
    for (const key of await store.list('audit-tool', 'history/projects/')) {
      await store.remove({ bucket: 'audit-tool', key })
    }
    const projects = Array.from({ length: FULL - 1 }, (_, n) => ({
      user: [{ email: `owner-${n}@acme.example` }],
      details: [{ name: `Full ${n}` }],
    }))
    await put(DOCUMENTS.projects.ref, { projects })
    await start('projects')
    for (const name of ['The last that fits', 'One too many']) await register(name)
  }

  const newcomer = () => ({ cookie: `githubUserToken=${landscape.tokenOf('ordinary')}` })
  const callers = repeat(200, [
    () => client.get('/api/v1/projects/filter', headers),
    () => client.get('/api/banners'),
    () => client.get('/assistant/api/teams', { ...headers, ...newcomer() }),
  ])
  const steps: boolean[] = []
  async function step(
    what: string,
    wanted: readonly string[],
    { does, mends }: Record<'does' | 'mends', () => Promise<unknown>>,
  ) {
    say(what)
    await does()
    steps.push(await untilRinging(prometheus, wanted, say))
    await mends()
    steps.push(await untilQuiet(prometheus, wanted, say))
  }

  try {
    const forged = { [IDENTITY_HEADER]: 'eyJhbGciOiJIUzI1NiJ9.e30.forged' }
    let strangers = repeat(200, [])
    await step('somebody asks the registry with identities of their own', ['IdentitiesRefused'], {
      does: async () => (strangers = repeat(200, [() => registry.get('/api/v1/projects', forged)])),
      mends: () => strangers.stop(),
    })
    if (redis) {
      await step('Redis stands still', ['RedisAway'], {
        does: async () => redis.signal('SIGSTOP'),
        mends: async () => redis.signal('SIGCONT'),
      })
    }
    await step('the source-control host is away', ['SourceControlHostFails'], {
      does: landscape.hostServer.disconnect,
      mends: landscape.hostServer.reconnect,
    })
    const late = ['BackupLate', 'CollectorLate', 'StoreCheckLate']
    await step('check, backup and collection were two days ago', late, {
      async does() {
        const at = Date.now() - TWO_DAYS_MS
        await put(DOCUMENTS.storeCheck.ref, {
          checkedAt: at,
          findings: { schema: 0, reference: 0, history: 0 },
        })
        await put(DOCUMENTS.lastBackup.ref, { begunAt: at })
        const lastRun = { startedAt: at, finishedAt: at, succeededAt: at, by: 'a drill', ok: true }
        await put(DOCUMENTS.lastRun.ref, lastRun)
      },
      async mends() {
        await command('tools/store.ts', 'check', '--record')
        await command('tools/store.ts', 'backup', backups, '--record')
        await command('tools/assistant-collect.ts')
      },
    })
    const { ref } = DOCUMENTS.banners
    const before = await store.get(ref)
    let started: Promise<void> = Promise.resolve()
    const unsound = ['ReadsFail', 'ReadsStale', 'StoreUnsound']
    let readers = repeat(200, [])
    await step('what is stored as banners is none; one service has a copy', unsound, {
      async does() {
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
      async mends() {
        if (before.kind === 'found') await replace(store, ref, before.body)
        await command('tools/store.ts', 'check', '--record')
        await readers.stop()
        await started
      },
    })
    await step('a gateway starts without the identity provider', ['KeysMissing'], {
      async does() {
        await landscape.identityProvider.disconnect()
        await landscape.terminate('gateway')
        await start('gateway')
      },
      mends: landscape.identityProvider.reconnect,
    })
    // Last: the check goes on telling of a history that is gone.
    await step('the registry is full, and its history is gone', ['HistoryDamaged', 'StoreFull'], {
      does: damageRegistry,
      mends: async () => {},
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

/** Asks again and again, whatever is answered, until it is stopped. */
function repeat(everyMs: number, questions: readonly (() => Promise<unknown>)[]) {
  const stopped = new AbortController()
  const all = questions.map(async (ask) => {
    while (!stopped.signal.aborted) {
      await ask().catch(() => {})
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
