import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { DOCUMENTS } from '@landscape/contracts/documents'
import { createDocument } from '@landscape/store/documents/document'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { takeRun } from '../../services/assistant/src/collector/lease.ts'
import {
  startWithSourceControl,
  type WithSourceControl,
} from '../../test/support/source-control.ts'
import type { AttackSuite, Outcome } from './attack.ts'

interface Target extends WithSourceControl {
  /** Makes the host stall; resolves when a run of the collector waits for it. */
  stall: () => Promise<void>
}

/** Less than the collector's timeout for one response. */
const HOST_DELAY_MS = 4_000

/** A host that is slow for reports of single days, until it stalls. */
async function start(): Promise<Target> {
  let waits: (() => void) | undefined
  const target = await startWithSourceControl({ env: { COLLECT_EVERY_MINUTES: '15' } }, (host) =>
    host.disturb(/reports\/.*-1-day/, async (_req, _res, next) => {
      if (!waits) await sleep(HOST_DELAY_MS)
      if (waits) waits()
      else next()
    }),
  )
  const stall = () =>
    new Promise<void>((resolve) => {
      waits = resolve
    })
  return { ...target, stall }
}

const MINUTE_MS = 60_000

/** Tries to take over the run like another replica ten minutes after its start. */
async function takeOver({ dataDir }: Target): Promise<Outcome> {
  const store = createEmbeddedStore(dataDir)
  const document = createDocument(store, DOCUMENTS.lastRun.ref, DOCUMENTS.lastRun.schema)
  const lastRun = async () => (await document.read())?.value
  const deadline = AbortSignal.timeout(2 * MINUTE_MS)
  const aliveFor = async () => {
    const { startedAt = 0, renewedAt = startedAt } = (await lastRun()) ?? {}
    return renewedAt - startedAt
  }
  // A run renews its lease every minute and before each write.
  while ((await aliveFor()) < 0.9 * MINUTE_MS && !deadline.aborted) await sleep(250)
  const seconds = Math.round((await aliveFor()) / 1_000)
  const { startedAt = 0, finishedAt } = (await lastRun()) ?? {}
  const now = startedAt + 10 * MINUTE_MS + 1
  const isTaken = await takeRun(document, { by: 'another', now, intervalMs: 15 * MINUTE_MS })
  store.close()
  return {
    held: finishedAt === undefined && !isTaken,
    seen: `the lease was renewed after ${seconds} s; the run was ${isTaken ? '' : 'not '}taken over`,
  }
}

/** Work that delays the shutdown of a service. */
export const stopping: AttackSuite<Target> = {
  name: 'shutdown',
  start,
  attacks: [
    {
      title: 'another replica tries to take over a collector run of more than ten minutes',
      quick: false,
      run: takeOver,
    },
    {
      title: 'an unfinished upload and a collector run that waits for a stalled host',
      quick: false,
      async run({ urls, stall, terminate }) {
        await stall()
        const { hostname, port } = new URL(urls.assistant)
        const upload = connect(Number(port), hostname)
        upload.on('error', () => undefined)
        await once(upload, 'connect')
        upload.write(
          'POST /assistant/api/scm/oauth/token HTTP/1.1\r\nhost: assistant\r\n' +
            'content-type: application/json\r\ncontent-length: 100\r\nexpect: 100-continue\r\n\r\n',
        )
        // After "100 Continue" the service waits for the body.
        await once(upload, 'data')
        upload.write('{')
        const began = performance.now()
        const exitCode = await terminate('assistant')
        upload.destroy()
        const seconds = ((performance.now() - began) / 1000).toFixed(1)
        return {
          held: exitCode === 0,
          seen: `exited with ${exitCode ?? 'a signal'} after ${seconds} s`,
        }
      },
    },
  ],
}
