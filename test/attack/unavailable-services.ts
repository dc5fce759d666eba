import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { DOCUMENTS } from '@landscape/contracts'
import { replace } from '@landscape/object-store'
import { createClient, type Client } from '../support/client.ts'
import { stored } from '../support/documents.ts'
import { startWithReplicas, type WithReplicas } from '../support/replicas.ts'
import type { AttackSuite, Outcome } from './attack.ts'

const READ = '/api/banners'
/** As long as a client had to hold on for its leaving to count against a service. */
const HELD_MS = 5_500
const PLACES = 1_024

/** Reads in parallel, until told to stop; how many answers had which status. */
function keepReading(client: Client, parallel: number) {
  const statuses: Record<string, number> = {}
  const over = new AbortController()
  const read = async () => {
    while (!over.signal.aborted) {
      const status = await client.get(READ).then(
        (answer) => String(answer.status),
        (error: Error) => error.message,
      )
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  const readers = Array.from({ length: parallel }, read)
  const count = () => Object.values(statuses).reduce((sum, one) => sum + one, 0)
  return {
    /** Resolves when this many more were answered. */
    async answers(more: number) {
      const until = count() + more
      while (count() < until) await sleep(5)
    },
    async stop(): Promise<Outcome> {
      over.abort()
      await Promise.all(readers)
      const seen = Object.entries(statuses).map(([status, times]) => `${times} × ${status}`)
      return { held: seen.length === 1 && statuses['200'] !== undefined, seen: seen.join(', ') }
    },
  }
}

async function send({ url }: WithReplicas, text: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

/** Which processes answer a number of reads. */
async function pids(client: Client): Promise<Set<unknown>> {
  const found = new Set<unknown>()
  for (let n = 0; n < 8; n++)
    found.add((await client.get('/api/health')).text.match(/"pid":\d+/)?.[0])
  return found
}

/** Services that die, and clients by whom they seem to have died. */
export const unavailableServices: AttackSuite<WithReplicas> = {
  name: 'unavailable services',
  start: () => startWithReplicas({ CONCURRENT_REQUESTS_PER_CALLER: '0' }),
  attacks: [
    {
      title: 'one of two replicas is killed under load, and started again',
      quick: true,
      async run({ url, killSecond, startSecond }) {
        const client = createClient(url)
        const reading = keepReading(client, 16)
        await reading.answers(300)
        await killSecond()
        await reading.answers(600)
        await startSecond()
        await reading.answers(100)
        let together = await pids(client)
        while (together.size < 2) together = await pids(client)
        const { held, seen } = await reading.stop()
        client.close()
        return { held, seen: `${seen}; both answer again` }
      },
    },
    {
      title: 'uploads are held half-sent for seconds, and left',
      quick: true,
      async run(target) {
        const client = createClient(target.url)
        const reading = keepReading(client, 4)
        for (const length of [100, 60_000]) {
          const head = `POST /api/csv HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${length}\r\n\r\n{`
          const held = await Promise.all(Array.from({ length: 10 }, () => send(target, head)))
          await sleep(HELD_MS)
          for (const socket of held) socket.destroy()
        }
        await reading.answers(100)
        const outcome = await reading.stop()
        client.close()
        return outcome
      },
    },
    {
      title: `${PLACES + 76} readers ask for a large csv and do not read it`,
      quick: false,
      async run(target) {
        const { store } = target.data
        const { projects } = await stored(store, 'projects')
        const many = Array.from({ length: 16 }, () => projects).flat()
        await replace(
          store,
          DOCUMENTS.projects.ref,
          Buffer.from(JSON.stringify({ projects: many })),
        )
        const client = createClient(target.url)
        const size = (await client.get('/api/csv')).text.length
        const slow: Socket[] = []
        while (slow.length < PLACES + 76) {
          const socket = await send(target, 'GET /api/csv HTTP/1.1\r\nhost: localhost\r\n\r\n')
          slow.push(socket.pause())
        }
        // They keep the service waiting for long enough to be told from readers.
        await sleep(2_000)
        const reading = keepReading(client, 4)
        await reading.answers(200)
        const { held, seen } = await reading.stop()
        for (const socket of slow) socket.destroy()
        client.close()
        return { held, seen: `${seen}, ${(size / 1e6).toFixed(1)} MB of csv` }
      },
    },
  ],
}
