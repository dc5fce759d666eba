import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { DOCUMENTS } from '@landscape/contracts'
import { replace } from '@landscape/store'
import { createClient, type Client } from '../../test/support/client.ts'
import { peakMegabytes } from '../../test/support/peak-memory.ts'
import { startWithReplicas, type WithReplicas } from '../../test/support/replicas.ts'
import type { Attack, AttackSuite, Outcome } from './attack.ts'

const PUBLIC = '/api/banners'
const REGISTRY = '/api/v1/projects'
const UPLOADER = { email: 'uploader@acme.example', groups: [] }
const READER = { email: 'reader@acme.example', groups: [] }
/** As long as a client had to hold on for its leaving to count against a service. */
const HELD_MS = 5_500
const PLACES = 1_024
/** More of a body than the gateway waits for before the request takes a place of the service. */
const STREAMED = 300_000

/** Reads in parallel, until told to stop; how many answers had which status. */
function keepReading(
  client: Client,
  parallel: number,
  path = PUBLIC,
  headers: Record<string, string> = {},
) {
  const statuses: Record<string, number> = {}
  const over = new AbortController()
  const read = async () => {
    while (!over.signal.aborted) {
      const status = await client.get(path, headers).then(
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

/** The first part of an edit of the registry; the rest never comes. */
function halfOf(method: 'POST' | 'PUT', { issuer }: WithReplicas): string {
  const path = method === 'POST' ? REGISTRY : `${REGISTRY}/Mine`
  const headers = {
    host: 'localhost',
    'content-type': 'application/json',
    'content-length': String(1.5 * STREAMED),
    ...issuer.headersFor(UPLOADER),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n{"stage":"${'x'.repeat(STREAMED)}`
}

/** Holds one half-sent upload after the other; whenever one is turned away the next comes soon. */
async function oneAtATime(target: WithReplicas, uploads: readonly string[], times: number) {
  for (let n = 0; n < times; n++) {
    const socket = await send(target, uploads[n % uploads.length]!)
    const turnedAway = once(socket, 'data').then(() => sleep(50))
    await Promise.race([turnedAway, sleep(HELD_MS)])
    socket.destroy()
  }
}

/** Half-sent edits of one user, first together and then one at a time, while another user reads. */
function heldUploads(rounds: number): Attack<WithReplicas>['run'] {
  return async (target) => {
    const client = createClient(target.url)
    const headers = target.issuer.headersFor(READER)
    const project = { user: [{ email: '' }], details: [{ name: 'Theirs' }] }
    await client.post(REGISTRY, project, headers)
    const reading = keepReading(client, 4, REGISTRY, headers)
    const uploads = [halfOf('POST', target), halfOf('PUT', target)]
    const together = Array.from({ length: 10 }, (_, n) => send(target, uploads[n % 2]!))
    const held = await Promise.all(together)
    await sleep(HELD_MS)
    for (const socket of held) socket.destroy()
    const over = Date.now() + rounds * HELD_MS
    while (Date.now() < over) await oneAtATime(target, uploads, 2)
    await reading.answers(100)
    const outcome = await reading.stop()
    client.close()
    return outcome
  }
}

/** The gateway takes in 64 MB ahead of all readers together, and each connection has its buffers. */
const MAX_MEGABYTES = 300

/**
 * Readers of a csv of 20 MB who do not read it. More of them than a service has places took them all;
 * a few show what they cost the gateway.
 */
function slowReaders(count: number): Attack<WithReplicas>['run'] {
  return async (target) => {
    const { store } = target.data
    const { ref } = DOCUMENTS.projects
    const before = await store.get(ref)
    const project = { details: [{ name: 'Long', project_description: 'x'.repeat(1_000_000) }] }
    const projects = Array.from({ length: 20 }, () => project)
    await replace(store, ref, Buffer.from(JSON.stringify({ projects })))
    const client = createClient(target.url)
    const size = (await client.get('/api/csv')).text.length
    const memory = await peakMegabytes(target, 'gateway')
    const slow: Socket[] = []
    while (slow.length < count) {
      const socket = await send(target, 'GET /api/csv HTTP/1.1\r\nhost: localhost\r\n\r\n')
      slow.push(socket.pause())
    }
    // They keep the service waiting for long enough to be told from readers.
    await sleep(2_000)
    const reading = keepReading(client, 4)
    await reading.answers(200)
    const { held, seen } = await reading.stop()
    const grown = (await peakMegabytes(target, 'gateway')) - memory
    for (const socket of slow) socket.destroy()
    if (before.kind === 'found') await replace(store, ref, before.body)
    client.close()
    return {
      held: held && grown < MAX_MEGABYTES,
      seen: `${seen}, ${(size / 1e6).toFixed(1)} MB of csv, the gateway grew by ${grown} MB`,
    }
  }
}

/** How long a slow replica takes for each answer, and how many answers all readers want in that time. */
const SLOW_MS = 10_000
const ANSWERS = 500

/** A replica that is well by its own account, in the place of the second one. */
async function startSlow(port: number) {
  let asked = 0
  const server = createServer((req, res) => {
    const isProbe = req.url === '/livez'
    if (!isProbe) asked++
    setTimeout(() => res.end('{}'), isProbe ? 0 : SLOW_MS).unref()
  })
  server.listen(port, '127.0.0.2')
  await once(server, 'listening')
  return {
    asked: () => asked,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function besideSlow({
  url,
  dataPort,
  killSecond,
  startSecond,
}: WithReplicas): Promise<Outcome> {
  await killSecond()
  const slow = await startSlow(dataPort)
  const client = createClient(url)
  const reading = keepReading(client, 20)
  const enough = reading.answers(ANSWERS).then(() => true)
  const isEnough = await Promise.race([enough, sleep(SLOW_MS, false)])
  const asked = slow.asked()
  // Whoever waits for it is answered by the other one now.
  slow.stop()
  const { seen } = await reading.stop()
  await startSecond()
  client.close()
  return {
    held: isEnough && asked > 0,
    seen: `${isEnough ? `${ANSWERS} of ${ANSWERS}` : 'fewer'} answered within ${SLOW_MS / 1_000} s, ${asked} waited for the slow one; at last ${seen}`,
  }
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
      title: 'one of two replicas takes ten seconds for each answer',
      quick: true,
      run: besideSlow,
    },
    {
      title: 'one user holds ten half-sent edits for seconds and leaves, then one more',
      quick: true,
      run: heldUploads(1),
    },
    {
      title: 'one user holds ten half-sent edits, then one at a time for a minute',
      quick: false,
      run: heldUploads(11),
    },
    {
      title: '100 readers ask for a csv of 20 MB and do not read it',
      quick: true,
      run: slowReaders(100),
    },
    {
      title: `${PLACES + 76} readers ask for a csv of 20 MB and do not read it`,
      quick: false,
      run: slowReaders(PLACES + 76),
    },
  ],
}
