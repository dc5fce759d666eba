import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from '@jest/globals'
import { DomainError, type Identity } from '@landscape/contracts'
import request from 'supertest'
import { z } from 'zod'
import { appOf, thing } from '../../test/app-of.ts'
import { BODY_BYTES, type Route } from './route.ts'

describe('who may use a route', () => {
  const as = (...groups: string[]) => ({ subject: '1', email: 'kim@acme.example', groups })
  const told = (access: Route['access'], who: Identity | undefined) => {
    const identityOf = async () => who
    const handle: Route['handle'] = ({ identity }) => ({ who: identity?.email ?? 'somebody' })
    return request(appOf([thing('/api/a', { access, handle })], { identityOf })).get('/api/a')
  }

  it.each([undefined, 'everybody', { anyGroup: [] }, {}])(
    'is said by each, or the service does not start: %j does not',
    (access) => {
      const silent = thing('/api/a', { access: access as never })
      expect(() => appOf([silent])).toThrow(/^GET \/api\/a declares no access level$|undefined/)
    },
  )

  it.each<[Route['access'], Identity | undefined, string]>([
    ['public', undefined, 'somebody'],
    ['optional', undefined, 'somebody'],
    ['optional', as(), 'kim@acme.example'],
    ['authenticated', as(), 'kim@acme.example'],
    [{ anyGroup: ['admin'] }, as('admin'), 'kim@acme.example'],
    [{ anyGroup: ['reviewer', 'admin'] }, as('Admin'), 'kim@acme.example'],
  ])('%j lets %j pass as %s', async (access, who, name) => {
    const { status, body } = await told(access, who)
    expect([status, body]).toEqual([200, { who: name }])
  })

  it.each<[Route['access'], Identity | undefined, number, string]>([
    ['authenticated', undefined, 401, 'Missing authentication tokens'],
    [{ anyGroup: ['admin'] }, undefined, 401, 'Missing authentication tokens'],
    [{ anyGroup: ['admin'] }, as(), 403, 'Admin access required'],
    [{ anyGroup: ['admin'] }, as('reviewer'), 403, 'Admin access required'],
    [{ anyGroup: ['reviewer', 'admin'] }, as('guest'), 403, 'Reviewer access required'],
  ])('%j refuses %j with %i', async (access, who, refusal, error) => {
    const { status, body } = await told(access, who)
    expect([status, body.error]).toEqual([refusal, error])
    expect(body.message).toBe(status === 401 ? 'Unauthorized' : error)
  })

  it('is not asked where everybody may, and is otherwise not guessed', async () => {
    const identityOf = () => Promise.reject(new DomainError('unauthenticated', 'Not authorized'))
    const statusOf = async (access: Route['access']) => {
      const app = appOf([thing('/api/a', { access })], { identityOf })
      return (await request(app).get('/api/a')).status
    }
    expect(await statusOf('public')).toBe(200)
    expect(await statusOf('optional')).toBe(401)
    expect(await statusOf('authenticated')).toBe(401)
  })
})

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
  const BIG = `"${'x'.repeat(BODY_BYTES.form)}"`
  const SMALL = '"x"'

  /** A service whose answers wait until the test lets them go; who came, and what was begun. */
  async function held(more: Partial<Route>) {
    const [came, begun]: string[][] = [[], []]
    const go = Promise.withResolvers<void>()
    const handle: Route['handle'] = async ({ identity, address }) => {
      begun!.push(identity?.subject ?? address ?? 'nobody')
      await go.promise
      return null
    }
    const identityOf = async ({ headers }: IncomingMessage) => {
      const subject = headers['x-who']
      came!.push(String(subject))
      return subject === undefined
        ? undefined
        : { subject: String(subject), email: 'kim@acme.example', groups: [] }
    }
    const one = thing('/api/a', {
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
    return { came: came!, begun: begun!, closed: () => closed, go: go.resolve, post }
  }

  /** How many of two requests of one caller, and whether one of another, are begun while none is done. */
  async function begunOfTwo(
    { came, begun, go, post }: Awaited<ReturnType<typeof held>>,
    body: string,
    [mine, others]: [Record<string, string>, Record<string, string>],
    isChunked = false,
  ) {
    const first = post(body, mine, { isChunked })
    await until(() => begun.length > 0)
    const second = post(body, mine, { isChunked })
    await until(() => came.length > 1)
    const third = post(body, others, { isChunked })
    await until(() => begun.length > 1 && came.length > 2)
    // Whoever may begin has begun when the others' has.
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
    ['by what the route says', { costly: true as const }, SMALL],
    ['by the size of their bodies', {}, BIG],
  ])('of one caller have their turns, %s, and others theirs meanwhile', async (_by, more, body) => {
    expect(await begunOfTwo(await held(more), body, kimAndLee)).toEqual(['kim', 'lee'])
  })

  it('of strangers have the turns of their network', async () => {
    const [mine, others] = ['2001:db8::1', '2001:db8:0:1::1'] as const
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const begun = await begunOfTwo(await held({ costly: true }), SMALL, [from(mine), from(others)])
    expect(begun).toEqual([mine, others])
  })

  it('that did not come by the gateway, and those that cost little, need no turn', async () => {
    expect(await begunOfTwo(await held({ costly: true }), SMALL, [{}, {}])).toHaveLength(3)
    expect(await begunOfTwo(await held({}), SMALL, kimAndLee)).toHaveLength(3)
  })

  it('are not worked on when their client leaves before its turn', async () => {
    const { came, begun, closed, go, post } = await held({ costly: true, method: 'get' })
    const [kim] = kimAndLee
    const first = post(SMALL, kim)
    await until(() => begun.length > 0)
    const left = new AbortController()
    const second = post(SMALL, kim, { signal: left.signal }).catch(() => 'left')
    await until(() => came.length > 1)
    left.abort()
    await until(() => closed() > 0)
    const third = post(SMALL, kim)
    go()
    expect(await Promise.all([first, second, third])).toEqual([200, 'left', 200])
    expect(begun).toHaveLength(2)
  })

  it('are as large as they may be when nobody says how large they are', async () => {
    expect(await begunOfTwo(await held({}), SMALL, kimAndLee, true)).toEqual(['kim', 'lee'])
    const form = await held({ bodySize: 'form' })
    expect(await begunOfTwo(form, SMALL, kimAndLee, true)).toHaveLength(3)
  })
})

describe('the costly part of a request', () => {
  const sharing = (who: Identity | undefined) => {
    let [now, maximum] = [0, 0]
    const handle: Route['handle'] = ({ queued }) =>
      queued(async () => {
        maximum = Math.max(maximum, ++now)
        await sleep(20)
        now--
        return maximum
      })
    const app = appOf([thing('/api/a', { access: 'optional', handle })], {
      identityOf: async () => who,
    })
    return async () => (await request(app).get('/api/a')).body
  }

  it('has its turn among those of its caller', async () => {
    const ask = sharing({ subject: '1', email: 'kim@acme.example', groups: [] })
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1])
  })

  it('is done at once for who did not come by the gateway', async () => {
    const ask = sharing(undefined)
    expect(Math.max(...(await Promise.all([ask(), ask(), ask()])))).toBeGreaterThan(1)
  })

  it('is not done for who wants only what is at hand', async () => {
    const works: string[] = []
    const work = (name: string): Route['handle'] => {
      return ({ queued }) => queued(async () => void works.push(name))
    }
    const app = appOf([
      thing('/api/a', { access: 'public', handle: work('a'), codes: ['unavailable'] }),
      thing('/api/b', { access: 'public', handle: () => null }),
      thing('/api/c', {
        access: 'public',
        costly: true,
        handle: () => void works.push('c'),
        codes: ['unavailable'],
      }),
    ])
    const statuses = []
    for (const path of ['/api/a', '/api/b', '/api/c']) {
      const answer = await request(app).get(path).set('cache-control', 'only-if-cached')
      statuses.push(answer.status)
      if (answer.status === 503) expect(answer.body.error).toBe('Not cached')
    }
    expect(statuses).toEqual([503, 200, 503])
    expect(works).toEqual([])
  })
})

describe('the address of the client', () => {
  it('is the one that the gateway names', async () => {
    const told = thing('/api/a', { handle: ({ address }) => ({ address }) })
    const { body } = await request(appOf([told]))
      .get('/api/a')
      .set('x-forwarded-for', '203.0.113.7')
    expect(body).toEqual({ address: '203.0.113.7' })
  })
})
