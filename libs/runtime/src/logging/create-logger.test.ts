import { hostname } from 'node:os'
import { describe, expect, it } from '@jest/globals'
import { createLogger } from './create-logger.ts'

function captured(level = 'info') {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  return { lines, logger: createLogger({ service: 'data', level, destination }) }
}

describe('createLogger', () => {
  // spec: 8-s2a
  it('writes JSON lines with level name, time and service', () => {
    const { lines, logger } = captured()
    logger.info({ status: 200 }, 'request')
    expect(JSON.parse(lines[0]!)).toMatchObject({
      level: 'info',
      service: 'data',
      status: 200,
      msg: 'request',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
  })

  it('adds host name and process id to each line', () => {
    const { lines, logger } = captured()
    logger.info({ host: '127.0.0.1', port: 5001 }, 'listening')
    expect(JSON.parse(lines[0]!)).toMatchObject({
      hostname: hostname(),
      pid: process.pid,
      host: '127.0.0.1',
    })
    expect(lines[0]?.match(/"host":/g)).toHaveLength(1)
  })

  it('adds the context to each line, redacted; members of the line win', () => {
    const lines: Record<string, unknown>[] = []
    const destination = { write: (line: string) => void lines.push(JSON.parse(line)) }
    let traceId = 'first'
    const logger = createLogger({
      service: 'data',
      level: 'info',
      destination,
      context: () => ({ traceId, email: 'kim@acme.example' }),
    })
    logger.info('one')
    traceId = 'second'
    logger.warn({ status: 503 }, 'two')
    logger.info({ traceId: 'own' }, 'three')
    expect(lines.map((line) => line['traceId'])).toEqual(['first', 'second', 'own'])
    expect(JSON.stringify(lines)).not.toContain('kim')
  })

  // spec: 8-r2
  it('omits lines below its level', () => {
    const { lines, logger } = captured('warn')
    logger.info('quiet')
    expect(lines).toEqual([])
  })

  it('redacts tokens, cookies and e-mails by key at any depth', () => {
    const { lines, logger } = captured()
    logger.info({ cookie: 'S3CRET', a: { authorization: 'S3CRET', b: [{ Email: 'S3CRET' }] } }, 'x')
    expect(lines[0]).not.toContain('S3CRET')
  })

  it('does not modify the logged object', () => {
    const { logger } = captured()
    const fields = { token: 'S3CRET' }
    logger.info(fields, 'x')
    expect(fields).toEqual({ token: 'S3CRET' })
  })

  it('redacts tokens and e-mails in strings and errors', () => {
    const { lines, logger } = captured()
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln'
    logger.error({ err: new Error(`bad token ${token} of kim@acme.example`) }, `failed ${token}`)
    expect(lines[0]).not.toContain('eyJhbGci')
    expect(lines[0]).not.toContain('kim@')
    expect(JSON.parse(lines[0]!)).toMatchObject({ err: { type: 'Error' } })
  })

  it.each([
    'zoë@acme.example',
    'kim\u0000@acme.example',
    'kim\ud800@acme.example',
    "o'hara@acme.example",
  ])('redacts e-mails with unusual characters: %j', (email) => {
    const { lines, logger } = captured()
    logger.info({ actor: `local-${email}` }, `sent by ${email}`)
    expect(lines[0]).not.toContain('@acme')
  })
})

describe('logger.request', () => {
  const request = {
    requestId: 'abcd-1234',
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    method: 'GET',
    route: '/api/*',
    status: 200,
    ms: 1.5,
  }

  it('writes the same line as info for the same members', () => {
    const { lines, logger } = captured()
    const line = { ...request, sharedRequestId: 'other-5678', stale: true, aborted: true } as const
    logger.request('info', line)
    logger.info(line, 'request')
    const [own, any] = lines.map((text) => JSON.parse(text) as Record<string, unknown>)
    expect({ ...own, time: any?.['time'] }).toEqual(any)
  })

  it('writes nothing below the level of the logger', () => {
    const { lines, logger } = captured('warn')
    logger.request('info', request)
    expect(lines).toEqual([])
  })
})
