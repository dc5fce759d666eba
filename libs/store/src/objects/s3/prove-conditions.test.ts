import { describe, expect, it } from '@jest/globals'
import { PreconditionFailed, StoreUnavailable, type GetResult, type PutCondition } from '../port.ts'
import { proveConditions } from './prove-conditions.ts'

interface Faults {
  /** Whether the store checks the condition. */
  create?: boolean
  replace?: boolean
  /** Rejects every put. */
  rejectsAll?: boolean
  /** Evaluates `If-None-Match` the wrong way round. */
  isInverted?: boolean
  /** Whether the probe of an earlier start exists. */
  exists?: boolean
}

/** A bucket of one object. */
function bucket({ create = true, replace = true, ...faults }: Faults = {}) {
  let version = faults.exists ? 1 : 0
  let puts = 0
  const etag = () => (version === 0 ? undefined : `v${version}`)
  return {
    written: () => version,
    put: async (_key: string, _body: Buffer, condition: PutCondition) => {
      puts++
      const isAbsent = etag() === undefined
      const holds =
        'absent' in condition
          ? isAbsent !== (faults.isInverted ?? false)
          : etag() === condition.ifMatch
      const isChecked = 'absent' in condition ? create : replace
      if (faults.rejectsAll || (!holds && isChecked)) throw new PreconditionFailed('rejected')
      return { etag: `v${++version}` }
    },
    get: async (): Promise<GetResult> => {
      const found = etag()
      if (found === undefined) return { kind: 'missing' }
      return { kind: 'found', body: Buffer.from('{}'), etag: found, meta: {} }
    },
    /** Another process replaces the probe. */
    replaced: () => void version++,
    puts: () => puts,
  }
}
const failing = (status?: number, code = 'Error') => {
  const cause = {
    name: code,
    ...(status === undefined ? {} : { $metadata: { httpStatusCode: status } }),
  }
  const fail = () => Promise.reject(new StoreUnavailable(`s3: ${code}`, { cause }))
  return { put: fail, get: fail }
}

describe('proveConditions', () => {
  it('accepts a store that evaluates conditions, at the first start and later', async () => {
    const good = bucket()
    await proveConditions('acme', good)
    await proveConditions('acme', good)
    // Each start replaces the probe once, so that a valid condition is proven.
    expect(good.written()).toBe(3)
  })

  it.each([
    ['ignores If-None-Match', { create: false }],
    ['ignores If-Match', { replace: false }],
    ['rejects a valid If-None-Match', { rejectsAll: true }],
    ['rejects a valid If-Match', { rejectsAll: true, exists: true }],
    ['rejects a valid If-None-Match', { isInverted: true }],
    ['ignores If-None-Match', { isInverted: true, exists: true }],
  ])('rejects a store that %s, and advises the operator', async (fault, faults) => {
    const proof = proveConditions('acme', bucket(faults))
    await expect(proof).rejects.toHaveProperty('name', 'StoreUnfit')
    await expect(proof).rejects.toThrow(`"acme" ${fault} on writes`)
    await expect(proof).rejects.toThrow('Use a store with conditional writes')
  })

  it('accepts a store in which another process replaces the probe in the meantime', async () => {
    const shared = bucket({ exists: true })
    const { put } = shared
    shared.put = (key, body, condition) => {
      if ('ifMatch' in condition && condition.ifMatch === 'v1') shared.replaced()
      return put(key, body, condition)
    }
    await proveConditions('acme', shared)
    expect(shared.puts()).toBe(4)
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

  it.each([undefined, 500, 503, 429, 409])(
    'throws StoreUnavailable when the status is %s',
    async (status) => {
      await expect(proveConditions('acme', failing(status))).rejects.toThrow(StoreUnavailable)
    },
  )
})
