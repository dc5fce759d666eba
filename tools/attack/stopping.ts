import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { DOCUMENTS } from '@landscape/contracts'
import { createDocument, createEmbeddedStore } from '@landscape/store'
import { takeRun } from '../../services/assistant/src/collector/lease.ts'
import {
  startWithSourceControl,
  type WithSourceControl,
} from '../../test/support/source-control.ts'
import type { AttackSuite, Outcome } from './attack.ts'

interface Target extends WithSourceControl {
  /** From now on the host says nothing; resolves when a run of the collector waits for it. */
  silence: () => Promise<void>
}

/** Less than the collector's patience with one answer; a run has many to wait for. */
const HOST_TAKES_MS = 4_000

/** A host that is slow to answer about single days, until it is silent. */
async function start(): Promise<Target> {
  let waits: (() => void) | undefined
  const target = await startWithSourceControl({ env: { COLLECT_EVERY_MINUTES: '15' } }, (host) =>
    host.disturb(/reports\/.*-1-day/, async (_req, _res, next) => {
      if (!waits) await sleep(HOST_TAKES_MS)
      if (waits) waits()
      else next()
    }),
  )
  const silence = () =>
    new Promise<void>((resolve) => {
      waits = resolve
    })
  return { ...target, silence }
}

const MINUTE_MS = 60_000

/** Takes the run, as another replica would ten minutes after it began. */
async function takeOver({ dataDir }: Target): Promise<Outcome> {
  const store = createEmbeddedStore(dataDir)
  const document = createDocument(store, DOCUMENTS.lastRun.ref, DOCUMENTS.lastRun.schema)
  const lastRun = async () => (await document.read())?.value
  const patience = AbortSignal.timeout(2 * MINUTE_MS)
  const aliveFor = async () => {
    const { startedAt = 0, renewedAt = startedAt } = (await lastRun()) ?? {}
    return renewedAt - startedAt
  }
  // It says so every minute, and before it stores something.
  while ((await aliveFor()) < 0.9 * MINUTE_MS && !patience.aborted) await sleep(250)
  const seconds = Math.round((await aliveFor()) / 1_000)
  const { startedAt = 0, finishedAt } = (await lastRun()) ?? {}
  const now = startedAt + 10 * MINUTE_MS + 1
  const isTaken = await takeRun(document, { by: 'another', now, intervalMs: 15 * MINUTE_MS })
  store.close()
  return {
    held: finishedAt === undefined && !isTaken,
    seen: `its last sign of life came after ${seconds} s; ${isTaken ? 'it was taken over' : 'left to the first'}`,
  }
}

/** What keeps a service from ending when it is told to. */
export const stopping: AttackSuite<Target> = {
  name: 'a service that is told to stop',
  start,
  attacks: [
    {
      title: 'another replica looks at a collector run that takes longer than ten minutes',
      quick: false,
      run: takeOver,
    },
    {
      title: 'a held upload, and a collector run that waits for a silent host',
      quick: false,
      async run({ urls, silence, terminate }) {
        await silence()
        const { hostname, port } = new URL(urls.assistant)
        const upload = connect(Number(port), hostname)
        upload.on('error', () => undefined)
        await once(upload, 'connect')
        upload.write(
          'POST /assistant/api/scm/oauth/token HTTP/1.1\r\nhost: assistant\r\n' +
            'content-type: application/json\r\ncontent-length: 100\r\nexpect: 100-continue\r\n\r\n',
        )
        // "100 Continue": the service waits for the body now.
        await once(upload, 'data')
        upload.write('{')
        const began = performance.now()
        const exitCode = await terminate('assistant')
        upload.destroy()
        const seconds = ((performance.now() - began) / 1000).toFixed(1)
        return {
          held: exitCode === 0,
          seen: `ended with ${exitCode ?? 'a signal'} after ${seconds} s`,
        }
      },
    },
  ],
}
