import { setTimeout as sleep } from 'node:timers/promises'
import { DOCUMENTS } from '@landscape/contracts/documents'
import type { RedisServer } from '@landscape/dev/redis-server'
import { IDENTITY_HEADER } from '@landscape/runtime/identity/identity-token'
import { replace } from '@landscape/store/objects/directory'
import type { ObjectRef } from '@landscape/store/objects/port'
import { repeat, type Repeated } from './repeat.ts'
import type { Stage } from './stage.ts'

/** A fault of the drill, the alerts that must fire during it, and its repair. */
export interface Fault {
  title: string
  alerts: readonly string[]
  inject: () => Promise<unknown>
  repair: () => Promise<unknown>
}

const TWO_DAYS_MS = 48 * 3_600_000
const WEEK_MS = 7 * 24 * 3_600_000
/** The maximum number of projects of a registry. */
const MAX_PROJECTS = 20_000
/** Pause between the requests of a caller (ms). */
const PAUSE_MS = 200

/** Returns the faults in the order in which the drill injects them. */
export function faultsOf(stage: Stage): Fault[] {
  return [
    forgedIdentities(stage),
    ...(stage.redis ? [suspendedRedis(stage.redis)] : []),
    {
      title: 'source-control host outage',
      alerts: ['SourceControlHostFails'],
      inject: stage.landscape.hostServer.disconnect,
      repair: stage.landscape.hostServer.reconnect,
    },
    lateJobs(stage),
    malformedBanners(stage),
    missingKeys(stage),
    // Last: the damaged history keeps its alert firing.
    fullRegistry(stage),
  ]
}

function forgedIdentities({ registry }: Stage): Fault {
  const forged = { [IDENTITY_HEADER]: 'eyJhbGciOiJIUzI1NiJ9.e30.forged' }
  let forgers: Repeated | undefined
  return {
    title: 'requests to the registry with forged identities',
    alerts: ['IdentitiesRefused'],
    async inject() {
      forgers = repeat(PAUSE_MS, [() => registry.get('/api/v1/projects', forged)])
    },
    repair: async () => forgers?.stop(),
  }
}

function suspendedRedis(redis: RedisServer): Fault {
  return {
    title: 'Redis is suspended',
    alerts: ['RedisAway'],
    inject: async () => redis.signal('SIGSTOP'),
    repair: async () => redis.signal('SIGCONT'),
  }
}

function lateJobs({ store, command, backups }: Stage): Fault {
  return {
    title: 'store check, backup and collection are two days old, usage is a week old',
    alerts: ['BackupLate', 'CollectorLate', 'StoreCheckLate', 'UsageOld'],
    async inject() {
      const at = Date.now() - TWO_DAYS_MS
      const date = new Date(Date.now() - WEEK_MS).toISOString().slice(0, 10)
      const findings = { schema: 0, reference: 0, history: 0 }
      const lastRun = { startedAt: at, finishedAt: at, succeededAt: at, by: 'a drill', ok: true }
      await put(store, DOCUMENTS.organisationHistory.ref, [{ date }])
      await put(store, DOCUMENTS.storeCheck.ref, { checkedAt: at, findings })
      await put(store, DOCUMENTS.lastBackup.ref, { begunAt: at })
      await put(store, DOCUMENTS.lastRun.ref, lastRun)
    },
    async repair() {
      await command('tools/store.ts', 'check', '--record')
      await command('tools/store.ts', 'backup', backups, '--record')
      await command('tools/assistant-collect.ts')
    },
  }
}

function malformedBanners(stage: Stage): Fault {
  const { store, landscape, command, client, data, headers } = stage
  const { ref } = DOCUMENTS.banners
  let readers: Repeated | undefined
  let before: Awaited<ReturnType<typeof store.get>> | undefined
  let started: Promise<void> | undefined
  return {
    title: 'the stored banners are malformed; one service has cached a copy',
    alerts: ['ReadsFail', 'ReadsStale', 'StoreUnsound'],
    async inject() {
      before = await store.get(ref)
      await put(store, ref, {})
      await command('tools/store.ts', 'check', '--record')
      await sleep(5_000)
      await landscape.terminate('data')
      started = landscape.start('data')
      readers = repeat(PAUSE_MS, [
        () => data.get('/api/banners'),
        () => client.get('/admin/api/banners', headers),
      ])
    },
    async repair() {
      if (before?.kind === 'found') await replace(store, ref, before.body)
      await command('tools/store.ts', 'check', '--record')
      await readers?.stop()
      await started
    },
  }
}

function missingKeys({ landscape }: Stage): Fault {
  return {
    title: 'a gateway starts during an outage of the identity provider',
    alerts: ['KeysMissing'],
    async inject() {
      await landscape.identityProvider.disconnect()
      await landscape.restart('gateway')
    },
    repair: landscape.identityProvider.reconnect,
  }
}

function fullRegistry({ store, landscape, client, headers }: Stage): Fault {
  const register = (name: string) =>
    client.post('/api/v1/projects', { user: [{ email: '' }], details: [{ name }] }, headers)
  return {
    title: 'the registry is full and its history is deleted',
    alerts: ['HistoryDamaged', 'StoreFull'],
    async inject() {
      await register('Before the damage')
      await landscape.terminate('projects')
      for (const key of await store.list('audit-tool', 'history/projects/')) {
        await store.remove({ bucket: 'audit-tool', key })
      }
      const projects = Array.from({ length: MAX_PROJECTS - 1 }, (_, n) => ({
        user: [{ email: `owner-${n}@acme.example` }],
        details: [{ name: `Full ${n}` }],
      }))
      await put(store, DOCUMENTS.projects.ref, { projects })
      await landscape.start('projects')
      for (const name of ['The last one that fits', 'One above the maximum']) await register(name)
    },
    repair: async () => {},
  }
}

function put(store: Stage['store'], ref: ObjectRef, value: object) {
  return replace(store, ref, Buffer.from(JSON.stringify(value)))
}
