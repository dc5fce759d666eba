import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { createClient } from '../support/client.ts'
import { peakMegabytes } from '../support/peak-memory.ts'
import type { Production } from '../support/production.ts'
import { sendRaw, statusesOf } from '../support/raw.ts'
import type { AttackSuite } from './attack.ts'

const SIGN_IN = '/assistant/api/scm/oauth/token'
const REGISTRY = '/api/v1/projects'
const RADAR = '/review/api/tech-radar/update'
const MEGABYTE = 1024 * 1024
/** Maximum duration in milliseconds of a read of somebody else, also on a slow machine. */
const MAX_MS = 500
const uploader = { email: 'uploader@acme.example', groups: ['guest'] }
const reader = { email: 'reader@acme.example', groups: ['admin'] }

/** What bodies, targets and headers of requests could cost everybody else. */
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
        const answered = Promise.all(sockets.map((socket) => once(socket, 'close')))
        await Promise.race([answered, patience(5_000)])
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
        return besideUploads(target, upload, { path: REGISTRY, headers })
      },
    },
    {
      title: '1,200 unfinished small uploads to the sign-in route by a stranger',
      quick: true,
      run: (target) =>
        besideUploads(target, headOf('POST', SIGN_IN, {}, 100), {
          path: '/assistant/api/auth/status',
          headers: {},
        }),
    },
    {
      title: 'one user sends 64 projects of 10 MB at once, and as many as large as they may be',
      quick: true,
      run: (target) => atOnce(target, [10_000_000, 500_000]),
    },
    {
      title: 'one user sends 20 bodies in chunks of one byte',
      quick: true,
      run: (target) => inTinyChunks(target, 20),
    },
    {
      title: 'a stranger sends requests ahead by the thousand on 20 connections',
      quick: true,
      run: aheadOfAnswers,
    },
    {
      title: 'a body that comes byte by byte',
      quick: false,
      async run(target) {
        const [socket] = await hold(target, 1, headOf('POST', SIGN_IN, {}, 5_000))
        const trickle = setInterval(() => socket?.write(' '), 250)
        const answer = await Promise.race([answerOf(socket!), patience(90_000)])
        clearInterval(trickle)
        release([socket!])
        return { held: statusesOf(answer)[0] === 408, seen: answer.split('\r\n')[0] ?? '' }
      },
    },
    {
      title: 'whole documents of nothing but brackets, or of a million values',
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
          seen: `answered ${statuses.join(', ')}, the service grew by ${grown} MB`,
        }
      },
    },
    {
      title: 'targets of 20 KB: refused for every service alike',
      quick: true,
      run: (target) => alikeEverywhere(target, 414, (path) => `${path}?x=${'x'.repeat(20_000)}`),
    },
    {
      title: 'cookies of 40 KB, which only some services would have to read',
      quick: true,
      async run(target) {
        const cookie = Array.from({ length: 10 }, (_, i) => `c${i}=${'x'.repeat(4_000)}`).join('; ')
        const plain = await statuses(target, (path) => path, {})
        const laden = await statuses(target, (path) => path, { cookie })
        return {
          held: plain.join() === laden.join(),
          seen: `answered ${laden.join(', ')} with them, ${plain.join(', ')} without`,
        }
      },
    },
  ],
}

/** Many large bodies, while somebody else reads. */
async function atOnce(target: Production, sizes: readonly number[]) {
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
    seen: `${served} of 20 others were served, the registry grew by ${grown} MB; answered ${[...statuses].join(', ')}`,
  }
}

/** Chunks of one byte, as fast as they are taken, while somebody else reads. */
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
  const headers = target.issuer.headersFor(reader)
  const began = performance.now()
  const served = await countServed(target, '/api/v1/user', headers, 20)
  const ms = Math.round((performance.now() - began) / 20)
  over.abort()
  release(sockets)
  await Promise.allSettled(sent)
  const grown = (await peakMegabytes(target, 'gateway')) - before
  return {
    held: served === 20 && ms < MAX_MS && grown < 50,
    seen: `${served} of 20 others were served in ${ms} ms each, the gateway grew by ${grown} MB`,
  }
}

/** Requests that nothing limits, sent without waiting for their answers, while somebody else reads. */
async function aheadOfAnswers(target: Production) {
  const probe = 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n'
  const before = await peakMegabytes(target, 'gateway')
  const port = Number(new URL(target.url).port)
  const sockets = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'))
  for (const socket of sockets) socket.on('error', () => {}).resume()
  for (const socket of sockets) socket.write(probe.repeat(20_000))
  const began = performance.now()
  const served = await countServed(target, '/api/v1/user', target.issuer.headersFor(reader), 20)
  const ms = Math.round((performance.now() - began) / 20)
  const grown = (await peakMegabytes(target, 'gateway')) - before
  release(sockets)
  return {
    held: served === 20 && ms < MAX_MS && grown < 50,
    seen: `${served} of 20 others were served in ${ms} ms each, the gateway grew by ${grown} MB`,
  }
}

/** A path of each service. */
const PATHS = ['/api/csv', REGISTRY, '/admin/api/banners', '/assistant/api/auth/status']

async function alikeEverywhere(
  target: Production,
  expected: number,
  targetOf: (path: string) => string,
) {
  const answers = await statuses(target, targetOf, {})
  return {
    held: answers.every((status) => status === expected),
    seen: `answered ${answers.join(', ')}`,
  }
}

async function statuses(
  { url, issuer }: Production,
  targetOf: (path: string) => string,
  headers: Record<string, string>,
): Promise<number[]> {
  const client = createClient(url)
  const all = { ...issuer.headersFor(reader), ...headers }
  const answers = await Promise.all(PATHS.map((path) => client.get(targetOf(path), all)))
  client.close()
  return answers.map(({ status }) => status)
}

/** Holds uploads that never end, and asks as somebody else meanwhile. */
async function besideUploads(
  target: Production,
  upload: string,
  other: { path: string; headers: Record<string, string> },
) {
  const sockets = await hold(target, 1_200, `${upload}{`)
  const served = await countServed(target, other.path, other.headers, 20)
  release(sockets)
  return { held: served === 20, seen: `${served} of 20 others were served` }
}

function headOf(
  method: string,
  path: string,
  headers: Record<string, string>,
  length: number,
): string {
  const all = { host: 'x', 'content-type': 'application/json', ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}content-length: ${length}\r\n\r\n`
}

/** Opens connections that all send the same and stay; resolves when all that was sent has arrived. */
async function hold({ url }: Production, count: number, sent: string | Buffer): Promise<Socket[]> {
  const port = Number(new URL(url).port)
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'))
  for (const socket of sockets) socket.on('error', () => {}).resume()
  await Promise.all(
    sockets.map(async (socket) => {
      await once(socket, 'connect')
      await new Promise((resolve) => socket.write(sent, resolve))
    }),
  )
  // Whatever reads one connection after the other has read all of those once it answers another.
  await sendRaw(url, 'GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  return sockets
}

function release(sockets: readonly Socket[]): void {
  for (const socket of sockets) socket.destroy()
}

async function answerOf(socket: Socket): Promise<string> {
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')))
  await once(socket, 'close')
  return answer
}

function patience(ms: number): Promise<string> {
  return new Promise((resolve) => setTimeout(() => resolve(`nothing in ${ms} ms`), ms).unref())
}

/** How many of some requests are answered 200. */
async function countServed(
  { url }: Production,
  path: string,
  headers: Record<string, string>,
  count: number,
): Promise<number> {
  const client = createClient(url)
  let served = 0
  for (let i = 0; i < count; i++) {
    const { status } = await client.get(path, headers).catch(() => ({ status: 0 }))
    if (status === 200) served++
    // Whoever got no answer once has waited for long enough.
    if (status === 0) break
  }
  client.close()
  return served
}
