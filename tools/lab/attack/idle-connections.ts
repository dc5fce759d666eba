import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '../../../test/support/client.ts'
import { startProduction, type Production } from '../../../test/support/production.ts'
import type { AttackSuite, Outcome } from './attack.ts'
import { headOf, hold, release } from './connections.ts'

const MAX_CONNECTIONS = 150
/** Number of connections, each with a file descriptor. */
const OPENED = 1_000
/** Time for a busy client to notice closed connections; open ones stay much longer. */
const SETTLE_MS = 10_000
const READ = 'GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n'

/** Opens connections, counts those that stay open and tries to connect as a new client. */
async function occupy(
  target: Production,
  sent: string,
  max: number,
  localAddress: string,
): Promise<Outcome> {
  const port = Number(new URL(target.url).port)
  const kept = connect({ port, host: '127.0.0.1', localAddress })
  kept.on('error', () => {})
  // An unfinished request that spans the attack.
  const headers = target.issuer.headersFor({ email: 'kim@acme.example', groups: [] })
  const form = headOf('POST', '/user/api/logout', headers, 2)
  await new Promise((resolve) => kept.write(`${form}{`, resolve))
  const sockets = await hold(target, OPENED, sent)
  const open = await settled(sockets, max)
  const client = createClient(target.url)
  const read = async () => (await client.get('/api/health').catch(() => ({ status: 0 }))).status
  let status = await read()
  // Only requests in flight, not idle connections, may block a new client.
  const until = performance.now() + SETTLE_MS
  while (status !== 200 && performance.now() < until) status = await read()
  client.close()
  const finished = await finish(kept, '}')
  release(sockets)
  return {
    held: open <= max && status === 200 && finished,
    seen:
      `${open} of ${OPENED} stayed open, a new client got ${status}, a request in flight ` +
      `was ${finished ? 'completed' : 'interrupted'}`,
  }
}

/** Number of connections that stay open. */
async function settled(sockets: readonly Socket[], max: number): Promise<number> {
  const openNow = () => sockets.filter(({ destroyed }) => !destroyed).length
  const until = performance.now() + SETTLE_MS
  while (openNow() > max && performance.now() < until) await sleep(50)
  return openNow()
}

async function finish(socket: Socket, rest: string): Promise<boolean> {
  if (socket.destroyed) return false
  const response = Promise.race([once(socket, 'data'), once(socket, 'close')])
  socket.write(rest)
  const [data] = (await response) as [Buffer | boolean]
  socket.destroy()
  return Buffer.isBuffer(data) && data.toString().startsWith('HTTP/1.1 200')
}

/** An anonymous caller that keeps connections open after one request on each. */
export const idleConnections: AttackSuite = {
  name: 'idle connections',
  start: () =>
    startProduction({
      services: ['gateway', 'data'],
      env: { CONNECTIONS: String(MAX_CONNECTIONS) },
    }),
  attacks: [
    {
      title: `an anonymous caller sends one request on each of ${OPENED} connections and keeps them`,
      quick: true,
      run: (target) => occupy(target, READ, MAX_CONNECTIONS, '127.0.0.2'),
    },
  ],
}
