import { describe, expect, it } from '@jest/globals'
import { PreconditionFailed, StoreUnavailable, type PutCondition } from '../port.ts'
import { proveConditions } from './prove-conditions.ts'

/** A bucket of one object that checks conditions of the given kinds. */
function bucket({ create = true, replace = true } = {}) {
  let etag: string | undefined
  const written: string[] = []
  return {
    written,
    put: async (key: string, _body: Buffer, condition: PutCondition) => {
      const holds = 'absent' in condition ? etag === undefined : etag === condition.ifMatch
      if (!holds && ('absent' in condition ? create : replace)) {
        throw new PreconditionFailed('rejected')
      }
      etag = 'e'
      written.push(key)
    },
  }
}
const failing = (status?: number, code = 'Error') => {
  const cause = {
    name: code,
    ...(status === undefined ? {} : { $metadata: { httpStatusCode: status } }),
  }
  return () => Promise.reject(new StoreUnavailable(`s3: ${code}`, { cause }))
}

describe('proveConditions', () => {
  it('accepts a store that honours conditions, and writes to it only once', async () => {
    const good = bucket()
    await proveConditions('acme', good.put)
    await proveConditions('acme', good.put)
    expect(good.written).toEqual(['.landscape/write-probe.json'])
  })

  it.each([
    ['If-None-Match', bucket({ create: false })],
    ['If-Match', bucket({ replace: false })],
  ])('rejects a store that ignores %s, and advises the operator', async (header, { put }) => {
    const proof = proveConditions('acme', put)
    await expect(proof).rejects.toHaveProperty('name', 'StoreUnfit')
    await expect(proof).rejects.toThrow(`"acme" ignores ${header} on writes`)
    await expect(proof).rejects.toThrow('Use a store with conditional writes')
  })

  it.each([
    ['may not be written to', 403, 'AccessDenied', 'cannot be written to'],
    ['does not exist', 404, 'NoSuchBucket', 'cannot be written to'],
    ['does not implement a header', 501, 'NotImplemented', 's3: NotImplemented'],
  ])('rejects a bucket that %s', async (_what, status, code, text) => {
    const proof = proveConditions('acme', failing(status, code))
    await expect(proof).rejects.toHaveProperty('name', 'StoreUnfit')
    await expect(proof).rejects.toThrow(text)
  })

  it.each([undefined, 500, 503, 429])(
    'throws StoreUnavailable when the status is %s',
    async (status) => {
      await expect(proveConditions('acme', failing(status))).rejects.toThrow(StoreUnavailable)
    },
  )
})
