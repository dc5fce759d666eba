import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '../../test/support/client.ts'
import { startProduction, type Production } from '../../test/support/production.ts'
import type { AttackSuite, Outcome } from './attack.ts'
import { headOf, hold, release } from './connections.ts'

const MAX_CONNECTIONS = 150
/** A file descriptor each, far beyond the limits. */
const MANY = 1_000
/** For closed connections to be seen as such by a busy client; those that are left open stay far longer. */
const ARRIVED_MS = 10_000
const READ = 'GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n'

/** Opens connections and counts what is left of them, and whether somebody else is served. */
async function occupy(
  target: Production,
  sent: string,
  most: number,
  localAddress: string,
): Promise<Outcome> {
  const port = Number(new URL(target.url).port)
  const kept = connect({ port, host: '127.0.0.1', localAddress })
  kept.on('error', () => {})
  // In the midst of a request, from before the attack to its end.
  const headers = target.issuer.headersFor({ email: 'kim@acme.example', groups: [] })
  const form = headOf('POST', '/user/api/logout', headers, 2)
  await new Promise((resolve) => kept.write(`${form}{`, resolve))
  const sockets = await hold(target, MANY, sent)
  const open = await settled(sockets, most)
  const client = createClient(target.url)
  const ask = async () => (await client.get('/api/health').catch(() => ({ status: 0 }))).status
  let status = await ask()
  // Requests under way may keep a newcomer out; connections without one may not.
  const until = performance.now() + ARRIVED_MS
  while (status !== 200 && performance.now() < until) status = await ask()
  client.close()
  const finished = await finish(kept, '}')
  release(sockets)
  return {
    held: open <= most && status === 200 && finished,
    seen: `${open} of ${MANY} stayed open, a newcomer got ${status}, a request under way was ${finished ? 'answered' : 'cut off'}`,
  }
}

/** How many stay open, once the ends of those that were closed have arrived here. */
async function settled(sockets: readonly Socket[], most: number): Promise<number> {
  const openNow = () => sockets.filter(({ destroyed }) => !destroyed).length
  const until = performance.now() + ARRIVED_MS
  while (openNow() > most && performance.now() < until) await sleep(50)
  return openNow()
}

async function finish(socket: Socket, rest: string): Promise<boolean> {
  if (socket.destroyed) return false
  const answer = Promise.race([once(socket, 'data'), once(socket, 'close')])
  socket.write(rest)
  const [data] = (await answer) as [Buffer | boolean]
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
      title: `an anonymous caller sends one request on each of ${MANY} connections and keeps them`,
      quick: true,
      run: (target) => occupy(target, READ, MAX_CONNECTIONS, '127.0.0.2'),
    },
  ],
}
