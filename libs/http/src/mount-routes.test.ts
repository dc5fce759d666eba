import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from '@jest/globals'
import { DomainError, type ErrorCode } from '@landscape/errors'
import type { Identity } from '@landscape/identity'
import request from 'supertest'
import { z } from 'zod'
import { appOf } from '../test/app-of.ts'
import { reply } from './reply.ts'
import { BODY_BYTES, route, type Route } from './route.ts'

const thing = (path: string, more: Partial<Route> = {}) => ({
  ...route({
    method: 'get',
    path,
    summary: 'A thing',
    access: 'public',
    reply: z.unknown(),
    handle: () => null,
  }),
  ...more,
})

describe('mountRoutes', () => {
  it('refuses to serve two routes of one method and path, whatever their parameters are called', () => {
    expect(() => appOf([thing('/api/a/:name'), thing('/api/a/:id')])).toThrow(
      'GET /api/a/:name is declared twice',
    )
    expect(() => appOf([thing('/api/a'), thing('/api/a', { method: 'post' })])).not.toThrow()
  })

  it('allows on a path what any route allows that takes it', async () => {
    const app = appOf([
      thing('/api/a/list'),
      thing('/api/a/:name'),
      thing('/api/a/:name', { method: 'put' }),
      thing('/api/a/:name/more', { method: 'delete' }),
      thing('/api/b/:name', { method: 'delete' }),
      thing('/api/p', { method: 'post' }),
    ])
    const { status, headers } = await request(app).options('/api/a/list')
    expect([status, headers['allow']]).toEqual([204, 'GET, PUT, HEAD'])
    expect((await request(app).post('/api/a/one')).headers['allow']).toBe('GET, PUT, HEAD')
    expect((await request(app).post('/api/a/list')).headers['allow']).toBe('GET, PUT, HEAD')
    const refused = await request(app).get('/api/p')
    expect([refused.status, refused.headers['allow']]).toEqual([405, 'POST'])
    expect(refused.body).toMatchObject({ error: 'Method not allowed' })
  })

  it('serves a path as it is spelt, and whatever its query is', async () => {
    const app = appOf([thing('/api/a'), thing('/api/b', { method: 'post' })])
    const statusOf = async (path: string) => (await request(app).get(path)).status
    expect(await statusOf('/api/a')).toBe(200)
    expect(await statusOf('/api/a?b=1')).toBe(200)
    for (const path of ['/api/A', '/api', '/api/a/b']) expect(await statusOf(path)).toBe(404)
    expect((await request(app).post('/api/B')).status).toBe(404)
  })

  it('takes one slash too many at the end of a read, and of nothing else', async () => {
    const paramsOf: Route['handle'] = ({ params }) => params ?? null
    const app = appOf([
      thing('/api/a'),
      thing('/api/a', { method: 'post' }),
      thing('/api/a/:name', { params: z.object({ name: z.string() }), handle: paramsOf }),
    ])
    expect((await request(app).get('/api/a/?b=/')).status).toBe(200)
    expect((await request(app).head('/api/a/')).status).toBe(200)
    expect((await request(app).get('/api/a/one/?b=1')).body).toEqual({ name: 'one' })
    expect((await request(app).get('/api/a/one%2F/')).body).toEqual({ name: 'one/' })
    for (const path of ['/', '/api/a//', '/api/a/one//']) {
      expect((await request(app).get(path)).status).toBe(404)
    }
    expect((await request(app).post('/api/a/')).status).toBe(404)
    expect((await request(app).options('/api/a/')).status).toBe(404)
  })

  it('names the template of the path in the log, of what is refused too', async () => {
    const log: string[] = []
    const app = appOf([thing('/api/a/:name'), thing('/api/b')], { log })
    await request(app).get('/api/a/Kim')
    await request(app).put('/api/a/Kim')
    await request(app).get('/api/b?who=Kim')
    expect(log.map((line) => (JSON.parse(line) as { route: string }).route)).toEqual([
      '/api/a/:name',
      '/api/a/:name',
      '/api/b',
    ])
  })

  it('holds answers against what is declared in tests only', async () => {
    const odd = thing('/api/a', { reply: z.string(), handle: () => 1 })
    expect((await request(appOf([odd])).get('/api/a')).status).toBe(500)
    expect((await request(appOf([odd], { checkReplies: false })).get('/api/a')).body).toBe(1)
  })

  it('hands over the headers that a route declares and no other', async () => {
    const told = thing('/api/a', {
      headers: { 'x-wish': 'what to bring' },
      cookies: { session: 'who' },
      handle: ({ headers }) => headers,
    })
    const { body } = await request(appOf([told]))
      .get('/api/a')
      .set({ 'x-wish': 'tea', 'x-other': '1', cookie: 'session=1' })
    expect(body).toEqual({ 'x-wish': 'tea', cookie: 'session=1' })
  })

  it('hands over the address that the gateway names', async () => {
    const told = thing('/api/a', { handle: ({ address }) => ({ address }) })
    const { body } = await request(appOf([told]))
      .get('/api/a')
      .set('x-forwarded-for', '203.0.113.7')
    expect(body).toEqual({ address: '203.0.113.7' })
  })
})

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

describe('what a route is sent', () => {
  const echo = (more: Partial<Route>) =>
    appOf([
      thing('/api/a/:name', {
        method: 'post',
        handle: ({ params, query, body }) => [params ?? null, query ?? null, body ?? null],
        ...more,
      }),
    ])
  const post = (app: ReturnType<typeof echo>) => request(app).post('/api/a/Kim?b=1')

  it('may be the fields of a form, each once, and then nothing else', async () => {
    const app = echo({ body: z.record(z.string(), z.string()), bodyType: 'form' })
    const sent = (type: string, text: string) => post(app).set('content-type', type).send(text)
    const form = 'application/x-www-form-urlencoded'
    expect((await sent(`${form}; charset=utf-8`, 'a=%C3%BC+1&b=')).body).toEqual([
      null,
      null,
      { a: 'ü 1', b: '' },
    ])
    expect((await sent(form, 'a=1&a=2')).status).toBe(400)
    const json = await sent('application/json', '{"a":"1"}')
    expect([json.status, json.body.error]).toEqual([415, `Content-Type must be ${form}`])
    expect((await sent(form, `a=${'x'.repeat(BODY_BYTES.form)}`)).status).toBe(413)
  })

  it('reaches the handler as far as there is a schema for it', async () => {
    expect((await post(echo({})).send({ c: 1 })).body).toEqual([null, null, null])
    const [params, query, body] = [z.object({ name: z.string() }), z.looseObject({}), z.unknown()]
    expect((await post(echo({ params })).send()).body).toEqual([{ name: 'Kim' }, null, null])
    expect((await post(echo({ query })).send()).body).toEqual([null, { b: '1' }, null])
    expect((await post(echo({ body })).send({ c: 1 })).body).toEqual([null, null, { c: 1 }])
  })

  it('is refused with the text of the first thing that is wrong', async () => {
    const body = z.object({ list: z.array(z.object({ n: z.int('Not a number') })) })
    const list = Array.from({ length: 12 }, () => ({ n: 'x' }))
    const answer = await post(echo({ body })).send({ list })
    expect(answer.status).toBe(400)
    expect(answer.body.error).toBe('Not a number')
    expect(answer.body.errors[1]).toEqual({ pointer: '/list/1/n', detail: 'has to be a number' })
  })

  it.each([
    ['post', 'application/json', {}],
    ['post', 'text/csv', null],
    ['get', 'application/json', null],
  ] as const)(
    'is an empty object only when JSON of no length comes: %s %s',
    async (method, type, seen) => {
      const app = echo({ method, body: z.unknown() })
      const { body } = await request(app)[method]('/api/a/Kim').type(type)
      expect(body[2]).toEqual(seen)
    },
  )

  it('has to be JSON, unless the body is optional', async () => {
    const body = z.unknown()
    const refused = await post(echo({ body })).type('text').send('{}')
    expect(refused.status).toBe(415)
    expect(refused.body.error).toBe('Content-Type must be application/json')
    const taken = await post(echo({ body, bodyOptional: true }))
      .type('text')
      .send('{}')
    expect(taken.body[2]).toBeNull()
  })
})

describe('what is wrong with what was sent', () => {
  const things = z.object({ things: z.record(z.string(), z.array(z.number())) })
  const takes = (log?: string[]) =>
    appOf([thing('/api/a', { method: 'post', body: things })], { ...(log && { log }) })

  it('is told place by place, by JSON pointers, without a value', async () => {
    const sent = { things: { 'a/b~c': [1, 'kim@acme.example'] } }
    const { status, body, text } = await request(takes()).post('/api/a').send(sent)
    expect(status).toBe(400)
    expect(body.errors).toEqual([{ pointer: '/things/a~1b~0c/1', detail: 'has to be a number' }])
    expect(text).not.toContain('kim@')
  })

  it('is told of fifty places at most, with names of bounded length', async () => {
    const long = 'x'.repeat(500)
    const sent = { things: { [long]: Array.from({ length: 80 }, () => 'x') } }
    const { body } = await request(takes()).post('/api/a').send(sent)
    expect(body.errors).toHaveLength(50)
    expect(body.errors[49].pointer).toBe(`/things/${'x'.repeat(200)}/49`)
  })

  it('is in the line of the request in the log, five places of it', async () => {
    const log: string[] = []
    const sent = { things: { a: Array.from({ length: 9 }, () => 'x') } }
    const { body } = await request(takes(log)).post('/api/a').send(sent)
    const line = log.map((one) => JSON.parse(one)).find(({ msg }) => msg === 'request')
    expect(line).toMatchObject({ status: 400, error: body.error })
    expect(line.errors).toEqual(body.errors.slice(0, 5))
  })

  it('is no matter of a refusal for another reason', async () => {
    const { status, body } = await request(takes()).post('/api/a').send('{')
    expect([status, 'errors' in body]).toEqual([415, false])
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
      body: z.string(),
      bodySize: 'record',
      handle,
      ...more,
    })
    const app = appOf([one], { identityOf, bodyLimit: 1_000_000 })
    const server = createServer(app).listen(0, '127.0.0.1')
    servers.push(server)
    await once(server, 'listening')
    const post = async (body: string, headers: Record<string, string>, isChunked = false) => {
      const { port } = server.address() as AddressInfo
      const { status } = await fetch(`http://127.0.0.1:${port}/api/a`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        ...(isChunked ? { body: new Blob([body]).stream(), duplex: 'half' } : { body }),
      })
      return status
    }
    return { came: came!, begun: begun!, go: go.resolve, post }
  }

  /** How many of two requests of one caller, and whether one of another, are begun while none is done. */
  async function begunOfTwo(
    { came, begun, go, post }: Awaited<ReturnType<typeof held>>,
    body: string,
    [mine, others]: [Record<string, string>, Record<string, string>],
    isChunked = false,
  ) {
    const first = post(body, mine, isChunked)
    await until(() => begun.length > 0)
    const second = post(body, mine, isChunked)
    await until(() => came.length > 1)
    const third = post(body, others, isChunked)
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

  it('are as large as they may be when nobody says how large they are', async () => {
    expect(await begunOfTwo(await held({}), SMALL, kimAndLee, true)).toEqual(['kim', 'lee'])
    const form = await held({ bodySize: 'form' })
    expect(await begunOfTwo(form, SMALL, kimAndLee, true)).toHaveLength(3)
  })
})

describe('the costly part of a request', () => {
  const sharing = (who: Identity | undefined) => {
    let [now, most] = [0, 0]
    const handle: Route['handle'] = ({ inTurn }) =>
      inTurn(async () => {
        most = Math.max(most, ++now)
        await sleep(20)
        now--
        return most
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
    expect(await sharing(undefined)()).toBe(1)
  })

  it('is not done for who wants only what is at hand', async () => {
    const works: string[] = []
    const work = (name: string): Route['handle'] => {
      return ({ inTurn }) => inTurn(async () => void works.push(name))
    }
    const app = appOf([
      thing('/api/a', { access: 'public', handle: work('a'), codes: ['unavailable'] }),
      thing('/api/b', { access: 'public', handle: () => null }),
      thing('/api/c', {
        access: 'public',
        costly: true,
        handle: work('c'),
        codes: ['unavailable'],
      }),
    ])
    const statuses = []
    for (const path of ['/api/a', '/api/b', '/api/c']) {
      const answer = await request(app).get(path).set('cache-control', 'only-if-cached')
      statuses.push(answer.status)
    }
    expect(statuses).toEqual([503, 200, 503])
    expect(works).toEqual([])
  })
})

describe('a route in tests', () => {
  const refusing = (code: ErrorCode, codes: ErrorCode[]) =>
    thing('/api/a', {
      codes,
      handle: () => {
        throw new DomainError(code, 'No')
      },
    })

  it('fails when it refuses for a reason that it does not declare', async () => {
    const statusOf = async (one: Route) => (await request(appOf([one])).get('/api/a')).status
    expect(await statusOf(refusing('conflict', ['conflict']))).toBe(409)
    expect(await statusOf(refusing('conflict', ['not-found']))).toBe(500)
    const live = appOf([refusing('conflict', ['not-found'])], { checkReplies: false })
    expect((await request(live).get('/api/a')).status).toBe(409)
  })

  it('fails when it answers a header that it does not declare', async () => {
    const handle = () => reply(200, null, { location: '/api/b' })
    const declared = thing('/api/a', { handle, replyHeaders: { location: 'where it is' } })
    expect((await request(appOf([declared])).get('/api/a')).status).toBe(200)
    expect((await request(appOf([thing('/api/a', { handle })])).get('/api/a')).status).toBe(500)
  })
})
