import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { DOCUMENTS } from '@landscape/contracts/documents'
import { replace } from '@landscape/store/objects/directory'
import { createClient, type Client } from '../../../test/support/client.ts'
import { peakMegabytes } from '../../../test/support/peak-memory.ts'
import { startWithReplicas, type WithReplicas } from '../../../test/support/replicas.ts'
import type { Attack, AttackSuite, Outcome } from './attack.ts'
import { keepReading } from './keep-reading.ts'

const REGISTRY = '/api/v1/projects'
const UPLOADER = { email: 'uploader@acme.example', groups: [] }
const READER = { email: 'reader@acme.example', groups: [] }
/** Duration after which a cancelled upload could count as a failure of the service. */
const HELD_MS = 5_500
/** Maximum number of concurrent requests to a service. */
const SLOTS = 1_024
/**
 * Larger than the part of a body that the gateway buffers before the request occupies a slot of the service.
 */
const STREAMED_BYTES = 300_000

async function send({ url }: WithReplicas, text: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

/** The processes that handle a number of reads. */
async function pids(client: Client): Promise<Set<unknown>> {
  const found = new Set<unknown>()
  for (let n = 0; n < 8; n++)
    found.add((await client.get('/api/health')).text.match(/"pid":\d+/)?.[0])
  return found
}

/** The first part of an edit of the registry. */
function partOf(method: 'POST' | 'PUT', { issuer }: WithReplicas): string {
  const path = method === 'POST' ? REGISTRY : `${REGISTRY}/Mine`
  const headers = {
    host: 'localhost',
    'content-type': 'application/json',
    'content-length': String(1.5 * STREAMED_BYTES),
    ...issuer.headersFor(UPLOADER),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n{"stage":"${'x'.repeat(STREAMED_BYTES)}`
}

/** Keeps unfinished uploads open in sequence; a rejected one is followed immediately by the next. */
async function holdInSequence(target: WithReplicas, uploads: readonly string[], times: number) {
  for (let n = 0; n < times; n++) {
    const socket = await send(target, uploads[n % uploads.length]!)
    const rejected = once(socket, 'data').then(() => sleep(50))
    await Promise.race([rejected, sleep(HELD_MS)])
    socket.destroy()
  }
}

/** Unfinished edits of one user, first concurrently and then in sequence, while another user reads. */
function heldUploads(rounds: number): Attack<WithReplicas>['run'] {
  return async (target) => {
    const client = createClient(target.url)
    const headers = target.issuer.headersFor(READER)
    const project = { user: [{ email: '' }], details: [{ name: 'Theirs' }] }
    await client.post(REGISTRY, project, headers)
    const reading = keepReading(client, 4, REGISTRY, headers)
    const uploads = [partOf('POST', target), partOf('PUT', target)]
    const together = Array.from({ length: 10 }, (_, n) => send(target, uploads[n % 2]!))
    const held = await Promise.all(together)
    await sleep(HELD_MS)
    for (const socket of held) socket.destroy()
    const over = Date.now() + rounds * HELD_MS
    while (Date.now() < over) await holdInSequence(target, uploads, 2)
    await reading.responses(100)
    const outcome = await reading.stop()
    client.close()
    return outcome
  }
}

/** Maximum growth of the gateway, which buffers 64 MB for all readers in addition to the connections. */
const MAX_MEGABYTES = 300

/**
 * Clients that request 20 MB of CSV and do not read it: many at one service, or fewer to
 * measure the memory of the gateway.
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
    // Long enough for the gateway to detect them as slow.
    await sleep(2_000)
    const reading = keepReading(client, 4)
    await reading.responses(200)
    const { held, seen } = await reading.stop()
    const grown = (await peakMegabytes(target, 'gateway')) - memory
    for (const socket of slow) socket.destroy()
    if (before.kind === 'found') await replace(store, ref, before.body)
    client.close()
    return {
      held: held && grown < MAX_MEGABYTES,
      seen: `${seen}, ${(size / 1e6).toFixed(1)} MB of CSV, the gateway grew by ${grown} MB`,
    }
  }
}

/** Response time of a slow replica. */
const SLOW_MS = 10_000
/** Minimum number of responses of the other replica in that time. */
const MIN_RESPONSES = 500

/** Replaces the second replica by one that passes probes and responds slowly. */
async function startSlow(port: number) {
  let delayed = 0
  const server = createServer((req, res) => {
    const isProbe = req.url === '/livez'
    if (!isProbe) delayed++
    setTimeout(() => res.end('{}'), isProbe ? 0 : SLOW_MS).unref()
  })
  server.listen(port, '127.0.0.2')
  await once(server, 'listening')
  return {
    delayed: () => delayed,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function withSlowReplica({
  url,
  dataPort,
  killSecond,
  startSecond,
}: WithReplicas): Promise<Outcome> {
  await killSecond()
  const slow = await startSlow(dataPort)
  const client = createClient(url)
  const reading = keepReading(client, 20)
  const enough = reading.responses(MIN_RESPONSES).then(() => true)
  const isEnough = await Promise.race([enough, sleep(SLOW_MS, false)])
  const delayed = slow.delayed()
  // The gateway retries waiting requests on the other replica.
  slow.stop()
  const { seen } = await reading.stop()
  await startSecond()
  client.close()
  return {
    held: isEnough && delayed > 0,
    seen:
      `${isEnough ? `${MIN_RESPONSES} of ${MIN_RESPONSES}` : 'fewer'} responses within ` +
      `${SLOW_MS / 1_000} s, ${delayed} waited for the slow replica; finally ${seen}`,
  }
}

/** Services that fail, and clients that make them appear failed. */
export const unavailableServices: AttackSuite<WithReplicas> = {
  name: 'unavailable services',
  start: () => startWithReplicas({ CONCURRENT_REQUESTS_PER_CALLER: '0' }),
  attacks: [
    {
      title: 'one of two replicas is killed under load and restarted',
      quick: true,
      async run({ url, killSecond, startSecond }) {
        const client = createClient(url)
        const reading = keepReading(client, 16)
        await reading.responses(300)
        await killSecond()
        await reading.responses(600)
        await startSecond()
        await reading.responses(100)
        let together = await pids(client)
        while (together.size < 2) together = await pids(client)
        const { held, seen } = await reading.stop()
        client.close()
        return { held, seen: `${seen}; both respond again` }
      },
    },
    {
      title: 'one of two replicas takes ten seconds per response',
      quick: true,
      run: withSlowReplica,
    },
    {
      title: 'one user cancels ten unfinished edits after seconds, then one more',
      quick: true,
      run: heldUploads(1),
    },
    {
      title: 'one user cancels ten unfinished edits, then one at a time for a minute',
      quick: false,
      run: heldUploads(11),
    },
    {
      title: '100 clients request 20 MB of CSV and do not read it',
      quick: true,
      run: slowReaders(100),
    },
    {
      title: `${SLOTS + 76} clients request 20 MB of CSV and do not read it`,
      quick: false,
      run: slowReaders(SLOTS + 76),
    },
  ],
}
