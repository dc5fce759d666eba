import { once } from 'node:events'
import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { createClient } from '../../../test/support/client.ts'
import { peakMegabytes } from '../../../test/support/peak-memory.ts'
import type { Production } from '../../../test/support/production.ts'
import { statusesOf } from '../../../test/support/raw.ts'
import type { AttackSuite } from './attack.ts'
import { countServed, headOf, hold, release } from './connections.ts'

const SIGN_IN = '/assistant/api/scm/oauth/token'
const REGISTRY = '/api/v1/projects'
const RADAR = '/review/api/tech-radar/update'
const MEGABYTE = 1024 * 1024
const uploader = { email: 'uploader@acme.example', groups: ['guest'] }
const reader = { email: 'reader@acme.example', groups: ['admin'] }

/** Costly request bodies, targets and headers. */
export const uploads: AttackSuite = {
  name: 'uploads',
  attacks: [
    {
      title: '100 unfinished compressed bodies of 10 KB to the public sign-in route',
      quick: true,
      async run(target) {
        const bomb = gzipSync(Buffer.alloc(10 * MEGABYTE, 'x')).subarray(0, -1)
        const head = headOf('POST', SIGN_IN, { 'content-encoding': 'gzip' }, bomb.length + 1)
        const before = await peakMegabytes(target, 'assistant')
        const sockets = await hold(target, 100, Buffer.concat([Buffer.from(head), bomb]))
        const closed = Promise.all(sockets.map((socket) => once(socket, 'close')))
        await Promise.race([closed, timeout(5_000)])
        const served = await countServed(target, '/assistant/api/auth/status', {}, 20)
        const grown = (await peakMegabytes(target, 'assistant')) - before
        release(sockets)
        return {
          held: served === 20 && grown < 150,
          seen: `${served} of 20 others were served, the assistant grew by ${grown} MB`,
        }
      },
    },
    {
      title: '1,200 unfinished small uploads to the registry by one user',
      quick: true,
      async run(target) {
        const headers = target.issuer.headersFor(reader)
        const client = createClient(target.url)
        const project = { user: [{ email: reader.email }], details: [{ name: 'Witness' }] }
        await client.post(REGISTRY, project, headers)
        client.close()
        const upload = headOf('POST', REGISTRY, target.issuer.headersFor(uploader), 100)
        return readDuringUploads(target, upload, { path: REGISTRY, headers })
      },
    },
    {
      title: '1,200 unfinished small uploads to the sign-in route by an anonymous caller',
      quick: true,
      run: (target) =>
        readDuringUploads(target, headOf('POST', SIGN_IN, {}, 100), {
          path: '/assistant/api/auth/status',
          headers: {},
        }),
    },
    {
      title: 'a body that arrives byte by byte',
      quick: false,
      async run(target) {
        const [socket] = await hold(target, 1, headOf('POST', SIGN_IN, {}, 5_000))
        const trickle = setInterval(() => socket?.write(' '), 250)
        const response = await Promise.race([responseOf(socket!), timeout(90_000)])
        clearInterval(trickle)
        release([socket!])
        return { held: statusesOf(response)[0] === 408, seen: response.split('\r\n')[0] ?? '' }
      },
    },
    {
      title: 'documents with millions of brackets or values',
      quick: true,
      async run(target) {
        const client = createClient(target.url)
        const bodies = [
          '['.repeat(9 * MEGABYTE),
          `[${'{},'.repeat(3 * MEGABYTE)}{}]`,
          `[${'"",'.repeat(3 * MEGABYTE)}""]`,
        ]
        const headers = target.issuer.headersFor(reader)
        const before = await peakMegabytes(target, 'admin-review')
        const statuses = []
        for (const body of [...bodies, ...bodies]) {
          statuses.push((await client.send('POST', RADAR, body, headers)).status)
        }
        const grown = (await peakMegabytes(target, 'admin-review')) - before
        client.close()
        return {
          held: statuses.every((status) => status === 400) && grown < 200,
          seen: `returned ${statuses.join(', ')}, the service grew by ${grown} MB`,
        }
      },
    },
    {
      title: 'targets of 20 KB, which are rejected for every service',
      quick: true,
      run: (target) => expectOneStatus(target, 414, (path) => `${path}?x=${'x'.repeat(20_000)}`),
    },
    {
      title: 'cookies of 40 KB, which not every service reads',
      quick: true,
      async run(target) {
        const cookie = Array.from({ length: 10 }, (_, i) => `c${i}=${'x'.repeat(4_000)}`).join('; ')
        const plain = await statuses(target, (path) => path, {})
        const laden = await statuses(target, (path) => path, { cookie })
        return {
          held: plain.join() === laden.join(),
          seen: `returned ${laden.join(', ')} with them, ${plain.join(', ')} without`,
        }
      },
    },
  ],
}

/** A path of each service. */
const PATHS = ['/api/csv', REGISTRY, '/admin/api/banners', '/assistant/api/auth/status']

async function expectOneStatus(
  target: Production,
  expected: number,
  targetOf: (path: string) => string,
) {
  const responses = await statuses(target, targetOf, {})
  return {
    held: responses.every((status) => status === expected),
    seen: `returned ${responses.join(', ')}`,
  }
}

async function statuses(
  { url, issuer }: Production,
  targetOf: (path: string) => string,
  headers: Record<string, string>,
): Promise<number[]> {
  const client = createClient(url)
  const all = { ...issuer.headersFor(reader), ...headers }
  const responses = await Promise.all(PATHS.map((path) => client.get(targetOf(path), all)))
  client.close()
  return responses.map(({ status }) => status)
}

/** Keeps unfinished uploads open while another caller reads. */
async function readDuringUploads(
  target: Production,
  upload: string,
  other: { path: string; headers: Record<string, string> },
) {
  const sockets = await hold(target, 1_200, `${upload}{`)
  const served = await countServed(target, other.path, other.headers, 20)
  release(sockets)
  return { held: served === 20, seen: `${served} of 20 others were served` }
}

async function responseOf(socket: Socket): Promise<string> {
  let response = ''
  socket.on('data', (chunk: Buffer) => (response += chunk.toString('latin1')))
  await once(socket, 'close')
  return response
}

function timeout(ms: number): Promise<string> {
  return new Promise((resolve) =>
    setTimeout(() => resolve(`no response within ${ms} ms`), ms).unref(),
  )
}
