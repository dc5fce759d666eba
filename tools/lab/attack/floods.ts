import { once } from 'node:events'
import { connect } from 'node:net'
import { createClient } from '../../../test/support/client.ts'
import { peakMegabytes } from '../../../test/support/peak-memory.ts'
import type { Production } from '../../../test/support/production.ts'
import type { AttackSuite } from './attack.ts'
import { countServed, countServedWithin, headOf, hold, release } from './connections.ts'

const REGISTRY = '/api/v1/projects'
/** Maximum processor time that the services may use while another caller reads 20 times. */
const MAX_PROCESSOR_MS = 60_000
const uploader = { email: 'uploader@acme.example', groups: [] }
const reader = { email: 'reader@acme.example', groups: [] }

/** 20 reads of another caller. */
const readsOf = ({ issuer }: Production) => ({
  path: '/api/v1/user',
  headers: issuer.headersFor(reader),
  count: 20,
  maxMs: MAX_PROCESSOR_MS,
})

/** One caller that sends more data than the services can process. */
export const floods: AttackSuite = {
  name: 'floods',
  attacks: [
    {
      title: 'one user sends 64 projects of 10 MB and 64 of the maximum size at once',
      quick: true,
      run: (target) => sendLargeBodies(target, [10_000_000, 500_000]),
    },
    {
      title: 'one user sends 20 bodies in chunks of one byte',
      quick: true,
      run: (target) => inTinyChunks(target, 20),
    },
    {
      title: 'an anonymous caller pipelines thousands of requests on 20 connections',
      quick: true,
      run: pipeline,
    },
  ],
}

/** Sends many large bodies while another caller reads. */
async function sendLargeBodies(target: Production, sizes: readonly number[]) {
  const before = await peakMegabytes(target, 'projects')
  const client = createClient(target.url)
  const uploaded = sizes.flatMap((size) => {
    const body = { user: [{ email: '' }], details: [{ name: 'Big' }], fill: 'x'.repeat(size) }
    const text = JSON.stringify(body)
    return Array.from({ length: 64 }, () =>
      client.send('POST', REGISTRY, text, target.issuer.headersFor(uploader)).then(
        ({ status }) => status,
        () => 0,
      ),
    )
  })
  const served = await countServed(target, '/api/v1/user', target.issuer.headersFor(reader), 20)
  const statuses = new Set(await Promise.all(uploaded))
  client.close()
  const grown = (await peakMegabytes(target, 'projects')) - before
  return {
    held: served === 20 && grown < 200,
    seen:
      `${served} of 20 others were served, the registry grew by ${grown} MB; ` +
      `returned ${[...statuses].join(', ')}`,
  }
}

/** Sends chunks of one byte at full speed while another caller reads. */
async function inTinyChunks(target: Production, count: number) {
  const head = headOf('POST', REGISTRY, target.issuer.headersFor(uploader), 0)
  const chunked = head.replace('content-length: 0', 'transfer-encoding: chunked')
  const part = '1\r\nx\r\n'.repeat(10_000)
  const before = await peakMegabytes(target, 'gateway')
  const sockets = await hold(target, count, `${chunked}1\r\n"\r\n`)
  const over = new AbortController()
  const sent = sockets.map(async (socket) => {
    for (let n = 0; n < 20 && !socket.destroyed && !over.signal.aborted; n++) {
      if (!socket.write(part)) await Promise.race([once(socket, 'drain'), once(socket, 'close')])
    }
  })
  const { served, ms } = await countServedWithin(target, readsOf(target))
  over.abort()
  release(sockets)
  await Promise.allSettled(sent)
  const grown = (await peakMegabytes(target, 'gateway')) - before
  return {
    held: served === 20 && grown < 200,
    seen: `${served} of 20 others were served during ${ms} ms of processor time, the gateway grew by ${grown} MB`,
  }
}

/** Sends unlimited requests without waiting for the responses while another caller reads. */
async function pipeline(target: Production) {
  const probe = 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n'
  const port = Number(new URL(target.url).port)
  const sockets = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'))
  for (const socket of sockets) socket.on('error', () => {}).resume()
  for (const socket of sockets) socket.write(probe.repeat(20_000))
  const { served, ms } = await countServedWithin(target, readsOf(target))
  release(sockets)
  return {
    held: served === 20,
    seen: `${served} of 20 others were served during ${ms} ms of processor time`,
  }
}
