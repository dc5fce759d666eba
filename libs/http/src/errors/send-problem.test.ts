import { EventEmitter } from 'node:events'
import { describe, expect, it } from '@jest/globals'
import { DomainError, type ErrorCode } from '@landscape/contracts/errors/domain-error'
import type { Fault } from '@landscape/contracts/errors/faults'
import { createLogger } from '@landscape/runtime/logging/create-logger'
import { createSendProblem } from './send-problem.ts'
import { statusOf, toProblem } from './problem.ts'
import type { ErrorRequestHandler } from 'express'
import supertest from 'supertest'
import { createBeginRequest, setRoute } from '../request/begin-request.ts'
import { createExpressApp } from '../server/express-app.ts'

function errorOf(fail: () => unknown): unknown {
  try {
    return fail()
  } catch (error) {
    return error
  }
}

const STATUSES: Record<ErrorCode, number> = {
  'invalid-input': 400,
  unauthenticated: 401,
  forbidden: 403,
  'quota-exceeded': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'body-missing': 406,
  conflict: 409,
  'precondition-failed': 412,
  'payload-too-large': 413,
  'target-too-long': 414,
  'unsupported-media-type': 415,
  misdirected: 421,
  'rate-limited': 429,
  failed: 500,
  'not-implemented': 501,
  'upstream-unavailable': 502,
  unavailable: 503,
  'insufficient-storage': 507,
}
const CODES = Object.entries(STATUSES) as [ErrorCode, number][]

const IDS = { requestId: 'request-1', traceId: '4bf92f3577b34da6a3ce929d0e0e4736' }

describe('toProblem', () => {
  it.each(CODES)('maps %s to status %i', (code, status) => {
    const error = new DomainError(code, 'Why', { extensions: { more: 7 } })
    expect(toProblem(error, IDS)).toEqual({
      type: `/problems/${code}`,
      title: expect.stringMatching(/^[A-Z]/),
      status,
      detail: 'Why',
      error: 'Why',
      message: 'Why',
      ...IDS,
      more: 7,
    })
  })

  it('uses the status that statusOf returns', () => {
    expect(CODES.map(([code]) => [code, statusOf(code)])).toEqual(CODES)
  })

  const partsOf = (...faults: Fault[]) =>
    toProblem(new DomainError('invalid-input', 'Why', { faults }), IDS).errors

  it('returns JSON pointers of at most 50 invalid parts', () => {
    expect(
      partsOf(
        { path: ['a~/b', 3, 'c'], detail: 'is malformed' },
        { path: [], detail: 'is invalid' },
        { path: ['x'.repeat(201)], detail: 'is long' },
        { path: ['\ud800'], detail: 'is not valid Unicode' },
      ),
    ).toEqual([
      { pointer: '/a~0~1b/3/c', detail: 'is malformed' },
      { pointer: '', detail: 'is invalid' },
      { pointer: `/${'x'.repeat(200)}`, detail: 'is long' },
      { pointer: '/\ufffd', detail: 'is not valid Unicode' },
    ])
    const many = Array.from({ length: 51 }, () => ({ path: ['a'], detail: 'is malformed' }))
    expect(partsOf(...many)).toHaveLength(50)
    expect(toProblem(new DomainError('conflict', 'Why'), IDS)).not.toHaveProperty('errors')
  })

  it('hides the message of an unexpected error', () => {
    for (const error of [new Error('key=secret'), 'secret', undefined, { status: 404 }]) {
      expect(toProblem(error, IDS)).toEqual({
        type: 'about:blank',
        title: 'Internal Server Error',
        status: 500,
        detail: 'Internal server error',
        error: 'Internal server error',
        message: 'Internal server error',
        ...IDS,
      })
    }
  })

  it('returns 400 for a malformed percent-encoding in the path of the request', async () => {
    const app = createExpressApp()
    app.get('/projects/:name', (_req, res) => void res.end())
    const seen: unknown[] = []
    const record: ErrorRequestHandler = (error, _req, res, _next) => {
      seen.push(error)
      res.end()
    }
    app.use(record)
    await supertest(app).get('/projects/%zz')
    expect(toProblem(seen[0], IDS)).toMatchObject({ status: 400, error: 'Bad request' })
  })

  it('returns 500 for a malformed string that our own code encodes or decodes', () => {
    const failures = [() => encodeURIComponent('\uD83D'), () => decodeURIComponent('%zz')]
    for (const fail of failures)
      expect(toProblem(errorOf(fail), IDS)).toMatchObject({ status: 500 })
    expect(toProblem({ name: 'URIError', status: 400 }, IDS)).toMatchObject({ status: 500 })
  })
})

/** Sends an error; returns the response, the log lines and the counts. */
function handled(
  error: unknown,
  state: { headersSent?: boolean; destroyed?: boolean } = {},
  request: Record<string, unknown> = { complete: true },
) {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  const logger = createLogger({ service: 'test', level: 'warn', destination })
  const counts: unknown[] = []
  const counter = () => (labels: unknown) => void counts.push(labels)
  const headers: Record<string, unknown> = {}
  const body = { text: undefined as string | undefined, isDestroyed: false, ended: false }
  const res = Object.assign(new EventEmitter(), {
    statusCode: 200,
    headersSent: false,
    destroyed: false,
    socket: undefined,
    setHeader: () => {},
    writeHead(status: number, head: object) {
      this.statusCode = status
      Object.assign(headers, head)
    },
    write: (text: string) => (body.text = text),
    end: (text?: string) => {
      body.text ??= text
      body.ended = true
    },
    destroy: () => (body.isDestroyed = true),
    ...state,
  })
  const req = Object.assign(new EventEmitter(), {
    method: 'PUT',
    url: '/api/x',
    headers: {
      'x-request-id': IDS.requestId,
      traceparent: `00-${IDS.traceId}-00f067aa0ba902b7-00`,
    },
    resume: () => {},
    ...request,
  })
  createBeginRequest({ logger })(req as never, res as never, () => {})
  setRoute(res, '/api/:x')
  const metrics = { counter } as never
  createSendProblem({ logger, metrics })(error, req as never, res as never)
  delete headers['content-length']
  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  return { status: res.statusCode, headers, body, logged, counts, req }
}

describe('sendProblem', () => {
  it('does not log client errors', () => {
    const { status, headers, body, logged, counts } = handled(new DomainError('conflict', 'Taken'))
    expect(status).toBe(409)
    expect(headers).toEqual({
      'content-type': 'application/problem+json; charset=utf-8',
      'cache-control': 'no-store',
    })
    expect(JSON.parse(body.text ?? '')).toMatchObject({ error: 'Taken', ...IDS })
    expect(body.ended).toBe(true)
    expect(logged).toEqual([])
    expect(counts).toEqual([{ kind: 'conflict', route: '/api/:x', reason: 'none' }])
  })

  it('names the authentication scheme with 401', () => {
    const { headers } = handled(new DomainError('unauthenticated', 'Who?'))
    expect(headers['www-authenticate']).toBe('Bearer')
  })

  it('rounds Retry-After up to seconds', () => {
    const busy = new DomainError('unavailable', 'Busy', { retryAfter: 1.2 })
    expect(handled(busy).headers['retry-after']).toBe('2')
    const foreign = Object.assign(new Error('x'), { retryAfter: 9 })
    expect(handled(foreign).headers).not.toHaveProperty('retry-after')
  })

  it('logs an expected error in one line with its cause, without a stack', () => {
    const cause = new Error('connection refused')
    const { logged } = handled(new DomainError('unavailable', 'Storage is unavailable', { cause }))
    expect(logged).toHaveLength(1)
    expect(logged[0]).toMatchObject({
      level: 'warn',
      msg: 'Storage is unavailable',
      code: 'unavailable',
      cause: 'connection refused',
      ...IDS,
      method: 'PUT',
      route: '/api/:x',
    })
    expect(JSON.stringify(logged)).not.toContain('.ts:')
    expect(handled(new DomainError('failed', 'x', { cause: 'text' })).logged[0]).not.toHaveProperty(
      'cause',
    )
  })

  it('logs an unexpected error with its stack and hides its message', () => {
    const { status, body, logged, counts } = handled(new Error('key=secret'))
    expect([status, counts]).toEqual([
      500,
      [{ kind: 'unforeseen', route: '/api/:x', reason: 'none' }],
    ])
    expect(body.text).not.toContain('secret')
    expect(logged).toHaveLength(1)
    expect(logged[0]).toMatchObject({ level: 'error', msg: 'request failed', method: 'PUT' })
    expect(JSON.stringify(logged[0]?.['err'])).toContain('.ts:')
  })

  it.each([{ headersSent: true }, { destroyed: true }])(
    'destroys the connection when the response has started or closed: %j',
    (state) => {
      const { body, status } = handled(new DomainError('failed', 'x'), state)
      expect(body).toEqual({ text: undefined, isDestroyed: true, ended: false })
      expect(status).toBe(200)
    },
  )

  it('closes the connection after the rest of an unread body', () => {
    const unread = { complete: false, headers: { 'content-length': '9' } }
    const { headers, body, req } = handled(new DomainError('payload-too-large', 'x'), {}, unread)
    expect(headers['connection']).toBe('close')
    expect(body).toMatchObject({ text: expect.stringContaining('413'), ended: false })
    req.emit('end')
    expect(body.ended).toBe(true)
    for (const request of [
      { complete: true, headers: { 'content-length': '9' } },
      { complete: false },
    ]) {
      expect(handled(new DomainError('conflict', 'x'), {}, request).headers).not.toHaveProperty(
        'connection',
      )
    }
  })
})

describe('createSendProblem', () => {
  it('defines the counter of problems with its labels', () => {
    const defined: unknown[] = []
    const counter = (name: string, _help: string, labels: unknown) => {
      defined.push([name, labels])
      return () => {}
    }
    createSendProblem({ logger: {} as never, metrics: { counter } as never })
    expect(defined).toEqual([['landscape_problems_total', ['kind', 'route', 'reason']]])
  })
})
