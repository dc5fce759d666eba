import { describe, expect, it } from '@jest/globals'
import { PreconditionFailed, StoreUnavailable, type PutCondition } from '../port.ts'
import { proveConditions, StoreUnfit } from './prove-conditions.ts'

/** A bucket of one object that checks what it is told to check. */
function bucket({ create = true, replace = true } = {}) {
  let etag: string | undefined
  const written: string[] = []
  return {
    written,
    put: async (key: string, _body: Buffer, condition: PutCondition) => {
      const holds = 'absent' in condition ? etag === undefined : etag === condition.ifMatch
      if (!holds && ('absent' in condition ? create : replace)) {
        throw new PreconditionFailed('no')
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
  it('accepts a store that honours conditions, and writes to it once for good', async () => {
    const good = bucket()
    await proveConditions('acme', good.put)
    await proveConditions('acme', good.put)
    expect(good.written).toEqual(['.landscape/write-probe.json'])
  })

  it.each([
    ['If-None-Match', bucket({ create: false })],
    ['If-Match', bucket({ replace: false })],
  ])('refuses a store that ignores %s, and says what to do', async (header, { put }) => {
    const refused = proveConditions('acme', put)
    await expect(refused).rejects.toThrow(StoreUnfit)
    await expect(refused).rejects.toThrow(`"acme" ignores ${header} on writes`)
    await expect(refused).rejects.toThrow('use a store with conditional writes')
  })

  it.each([
    ['may not be written to', 403, 'AccessDenied', 'cannot be written to'],
    ['does not exist', 404, 'NoSuchBucket', 'cannot be written to'],
    [
      'does not support conditional writes',
      501,
      'NotImplemented',
      'does not support conditional writes',
    ],
  ])('refuses a bucket that %s', async (_what, status, code, text) => {
    const refused = proveConditions('acme', failing(status, code))
    await expect(refused).rejects.toThrow(StoreUnfit)
    await expect(refused).rejects.toThrow(text)
  })

  it.each([undefined, 500, 503, 429])('leaves it open when the answer is %s', async (status) => {
    await expect(proveConditions('acme', failing(status))).rejects.toThrow(StoreUnavailable)
  })
})
