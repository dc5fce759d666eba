import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from '@jest/globals'
import type { Identity } from '@landscape/contracts/identity'
import request from 'supertest'
import { z } from 'zod'
import { appOf, routeAt } from '../../test/app-of.ts'
import { BODY_BYTES, type Route } from './route.ts'
import { SHARED_READ_HEADERS } from '../request/shared-read.ts'

describe('costly requests', () => {
  const servers: Server[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.close()
      server.closeAllConnections()
    }
  })
  const until = async (holds: () => boolean) => {
    while (!holds()) await sleep(5, undefined, { ref: false })
  }
  const BIG = `"${'x'.repeat(BODY_BYTES.medium)}"`
  const SMALL = '"x"'

  /** A service whose responses the test releases, with the callers that arrived and those that were begun. */
  async function held(more: Partial<Route>) {
    const [arrived, begun]: string[][] = [[], []]
    const go = Promise.withResolvers<void>()
    const handle: Route['handle'] = async ({ identity, address }) => {
      begun!.push(identity?.subject ?? address ?? 'anonymous')
      await go.promise
      return null
    }
    const identityOf = async ({ headers }: IncomingMessage) => {
      const subject = headers['x-who']
      arrived!.push(String(subject))
      return subject === undefined
        ? undefined
        : { subject: String(subject), email: 'kim@acme.example', groups: [] }
    }
    const one = routeAt('/api/a', {
      method: 'post',
      access: 'optional',
      body: z.string().optional(),
      bodySize: 'record',
      handle,
      ...more,
    })
    const app = appOf([one], { identityOf, bodyLimit: 1_000_000 })
    const server = createServer(app).listen(0, '127.0.0.1')
    servers.push(server)
    await once(server, 'listening')
    let closed = 0
    server.on('connection', (socket) => socket.once('close', () => closed++))
    const { port } = server.address() as AddressInfo
    const post = async (
      body: string,
      headers: Record<string, string>,
      {
        isChunked = false,
        signal = null,
      }: { isChunked?: boolean; signal?: AbortSignal | null } = {},
    ) => {
      const { status } = await fetch(`http://127.0.0.1:${port}/api/a`, {
        method: one.method,
        headers: { 'content-type': 'application/json', ...headers },
        signal,
        ...(isChunked && { body: new Blob([body]).stream(), duplex: 'half' }),
        ...(!isChunked && one.method !== 'get' && { body }),
      })
      return status
    }
    return { arrived: arrived!, begun: begun!, closed: () => closed, go: go.resolve, port, post }
  }

  /** The callers whose requests begin, of two requests of one caller and one of another, before any ends. */
  async function begunOfTwo(
    { arrived, begun, go, post }: Awaited<ReturnType<typeof held>>,
    body: string,
    [mine, others]: [Record<string, string>, Record<string, string>],
    isChunked = false,
  ) {
    const first = post(body, mine, { isChunked })
    await until(() => begun.length > 0)
    const second = post(body, mine, { isChunked })
    await until(() => arrived.length > 1)
    const third = post(body, others, { isChunked })
    await until(() => begun.length > 1 && arrived.length > 2)
    // Two more round trips: every request that can begin has begun.
    await post('', {}).then(() => post('', {}))
    const both = [...begun]
    go()
    expect(await Promise.all([first, second, third])).toEqual([200, 200, 200])
    expect(begun).toHaveLength(3)
    return both
  }
  const kimAndLee: [Record<string, string>, Record<string, string>] = [
    { 'x-who': 'kim' },
    { 'x-who': 'lee' },
  ]

  it.each([
    ['of a costly route', { costly: true as const }, SMALL],
    ['with large bodies', {}, BIG],
  ])(
    'run sequentially for one caller and in parallel for others: %s',
    async (_what, more, body) => {
      expect(await begunOfTwo(await held(more), body, kimAndLee)).toEqual(['kim', 'lee'])
    },
  )

  it('run sequentially for one network of anonymous callers', async () => {
    const [mine, others] = ['2001:db8::1', '2001:db8:0:1::1'] as const
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const begun = await begunOfTwo(await held({ costly: true }), SMALL, [from(mine), from(others)])
    expect(begun).toEqual([mine, others])
  })

  it('run in parallel when they bypassed the gateway; so do cheap requests', async () => {
    expect(await begunOfTwo(await held({ costly: true }), SMALL, [{}, {}])).toHaveLength(3)
    expect(await begunOfTwo(await held({}), SMALL, kimAndLee)).toHaveLength(3)
  })

  it('are skipped when their client leaves the queue', async () => {
    const { arrived, begun, closed, go, post } = await held({ costly: true, method: 'get' })
    const [kim] = kimAndLee
    const first = post(SMALL, kim)
    await until(() => begun.length > 0)
    const left = new AbortController()
    const second = post(SMALL, kim, { signal: left.signal }).catch(() => 'left')
    await until(() => arrived.length > 1)
    left.abort()
    await until(() => closed() > 0)
    const third = post(SMALL, kim)
    go()
    expect(await Promise.all([first, second, third])).toEqual([200, 'left', 200])
    expect(begun).toHaveLength(2)
  })

  it('wait until the client has read the response before them', async () => {
    const begun: string[] = []
    const { port, post } = await held({
      costly: true,
      method: 'get',
      reply: z.string(),
      // Several times the socket buffers of the system.
      handle: async ({ identity }) => {
        begun.push(identity?.subject ?? '')
        return identity?.subject === 'kim' ? 'x'.repeat(20_000_000) : ''
      },
    })
    const unread = get({ port, path: '/api/a', headers: { 'x-who': 'kim' }, agent: false })
    await once(
      unread.on('error', () => {}),
      'response',
    )
    const second = post('', { 'x-who': 'kim' })
    await post('', { 'x-who': 'lee' })
    expect(begun).toEqual(['kim', 'lee'])
    unread.destroy()
    expect(await second).toBe(200)
  })

  it('count as large when the body has no length and the route accepts large ones', async () => {
    expect(await begunOfTwo(await held({}), SMALL, kimAndLee, true)).toEqual(['kim', 'lee'])
    const form = await held({ bodySize: 'medium' })
    expect(await begunOfTwo(form, SMALL, kimAndLee, true)).toHaveLength(3)
  })
})

describe('queued work of a handler', () => {
  const queueFor = (identity: Identity | undefined) => {
    let [now, maximum] = [0, 0]
    const handle: Route['handle'] = ({ queued }) =>
      queued(async () => {
        maximum = Math.max(maximum, ++now)
        await sleep(20)
        now--
        return maximum
      })
    const app = appOf([routeAt('/api/a', { access: 'optional', handle })], {
      identityOf: async () => identity,
    })
    return async () => (await request(app).get('/api/a')).body
  }

  it('runs sequentially for one caller', async () => {
    const call = queueFor({ subject: '1', email: 'kim@acme.example', groups: [] })
    expect(await Promise.all([call(), call(), call()])).toEqual([1, 1, 1])
  })

  it('runs at once for requests that bypassed the gateway', async () => {
    const call = queueFor(undefined)
    expect(Math.max(...(await Promise.all([call(), call(), call()])))).toBeGreaterThan(1)
  })

  it('is rejected for shared reads, without a warning', async () => {
    const works: string[] = []
    const log: string[] = []
    const work = (name: string): Route['handle'] => {
      return ({ queued }) => queued(async () => void works.push(name))
    }
    const app = appOf(
      [
        routeAt('/api/a', { access: 'public', handle: work('a'), codes: ['unavailable'] }),
        routeAt('/api/b', { access: 'public', handle: () => null }),
        routeAt('/api/c', {
          access: 'public',
          costly: true,
          handle: () => void works.push('c'),
          codes: ['unavailable'],
        }),
      ],
      { log },
    )
    const statuses = []
    for (const path of ['/api/a', '/api/b', '/api/c']) {
      const response = await request(app).get(path).set(SHARED_READ_HEADERS)
      statuses.push(response.status)
      if (response.status === 503) expect(response.body.error).toBe('Not cached')
    }
    expect(statuses).toEqual([503, 200, 503])
    expect(works).toEqual([])
    expect(log.map((line) => (JSON.parse(line) as { level: string }).level)).not.toContain('warn')
  })
})
