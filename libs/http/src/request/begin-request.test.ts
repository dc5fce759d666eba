import { describe, expect, it, jest } from '@jest/globals'
import { begun } from '../../test/begun.ts'
import {
  idsOf,
  setSharedRequestId,
  requestIdOf,
  routeOf,
  setRejection,
  setRoute,
} from './begin-request.ts'

describe('the id of a request', () => {
  const idFor = (given?: unknown) => {
    const { res } = begun({ headers: { 'x-request-id': given } })
    expect(res.getHeader('x-request-id')).toBe(requestIdOf(res))
    return requestIdOf(res)
  }

  it.each(['abcd-1234', 'A.b_c:d-9', 'x'.repeat(128)])('is that of the request: %s', (id) => {
    expect(idFor(id)).toBe(id)
  })

  it.each([undefined, '', 'short-1', 'x'.repeat(129), 'two words', 'abcd-1234\n', ['abcd-1234']])(
    'is a new one in place of %j',
    (given) => {
      const id = idFor(given)
      expect(id).toMatch(/^[0-9a-f-]{36}$/)
      expect(idFor(given)).not.toBe(id)
    },
  )

  it.each([`ghp_${'a1'.repeat(18)}`, `AKIA${'A1'.repeat(8)}`])(
    'is a new one in place of a value that looks like a secret: %s',
    (secret) => {
      const { res, lines } = begun({ headers: { 'x-request-id': secret } })
      res.emit('close')
      expect(requestIdOf(res)).toMatch(/^[0-9a-f-]{36}$/)
      expect(res.getHeader('x-request-id')).toBe(requestIdOf(res))
      expect(lines[0]).toMatchObject({ requestId: requestIdOf(res) })
    },
  )

  it('is empty for a response whose request was not begun', () => {
    expect([requestIdOf({}), routeOf({})]).toEqual(['', undefined])
    expect(idsOf({})).toEqual({ requestId: '', traceId: '' })
    expect(() => setRoute({}, '/api/a')).not.toThrow()
  })
})

describe('the line of a request', () => {
  it('is logged when the response ends, with the path template', () => {
    const { res, lines } = begun({ method: 'PUT', headers: { 'x-request-id': 'abcd-1234' } })
    setRoute(res, '/api/:name')
    res.statusCode = 201
    expect(lines).toEqual([])
    res.emit('close')
    res.emit('close')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({
      level: 'info',
      msg: 'request',
      requestId: 'abcd-1234',
      method: 'PUT',
      route: '/api/:name',
      status: 201,
      ms: expect.any(Number),
    })
    expect(lines[0]).not.toHaveProperty('aborted')
  })

  it('contains the message and at most five parts of a validation error', () => {
    const part = { pointer: '/a', detail: 'is malformed' }
    const lineFor = (errors?: (typeof part)[]) => {
      const { res, lines } = begun()
      setRejection(res, { error: 'Why', ...(errors && { errors }) })
      res.emit('close')
      return lines[0]
    }
    const errors = Array.from({ length: 5 }, () => part)
    expect(lineFor([...errors, part])).toMatchObject({ error: 'Why', errors })
    expect(lineFor()).not.toHaveProperty('error')
    expect(() => setRejection({}, { error: 'Why', errors })).not.toThrow()
  })

  it('contains the reason of an error', () => {
    const { res, lines } = begun()
    setRejection(res, { error: 'Not authorized' }, 'unverified e-mail')
    res.emit('close')
    expect(lines[0]).toMatchObject({ reason: 'unverified e-mail' })
    expect(lines[0]).not.toHaveProperty('error')
  })

  it('contains the id of a shared request when it differs', () => {
    const lineWith = (sharedRequestId?: string) => {
      const { res, lines } = begun({ headers: { 'x-request-id': 'abcd-1234' } })
      if (sharedRequestId !== undefined) setSharedRequestId(res, sharedRequestId)
      res.emit('close')
      return lines[0]
    }
    expect(lineWith('other-5678')).toMatchObject({
      requestId: 'abcd-1234',
      sharedRequestId: 'other-5678',
    })
    expect(lineWith('abcd-1234')).not.toHaveProperty('sharedRequestId')
    expect(lineWith()).not.toHaveProperty('sharedRequestId')
    expect(() => setSharedRequestId({}, 'other-5678')).not.toThrow()
  })

  it('contains the duration, rounded to 0.1 ms', () => {
    const clock = jest.spyOn(performance, 'now').mockReturnValue(1_000)
    const { res, lines } = begun()
    clock.mockReturnValue(1_012.34)
    res.emit('close')
    clock.mockRestore()
    expect(lines[0]).toMatchObject({ ms: 12.3 })
  })

  it('marks a response that the client did not receive completely', () => {
    const { res, lines } = begun()
    res.writableFinished = false
    res.emit('close')
    expect(lines[0]).toMatchObject({ aborted: true })
  })

  it('marks a stale response', () => {
    const linesWith = (warning?: string) => {
      const { res, lines } = begun()
      if (warning !== undefined) res.setHeader('warning', warning)
      res.emit('close')
      return lines
    }
    expect(linesWith('110 - "Response is Stale"')).toMatchObject([{ stale: true }])
    for (const warning of [undefined, '199 - "1100 things"'])
      expect(linesWith(warning)[0]).not.toHaveProperty('stale')
  })

  it.each(['/livez', '/readyz', '/readyz?from=kubelet', '/api/health'])(
    'has level debug for %s',
    (url) => {
      const { res, lines } = begun({ url })
      res.emit('close')
      expect(lines).toEqual([])
      const all = begun({ url, level: 'debug' })
      all.res.emit('close')
      expect(all.lines).toMatchObject([{ level: 'debug', msg: 'request' }])
    },
  )
})
