import type { GetResult, ObjectRef, ObjectStore } from '../../src/objects/port.ts'

/** Wraps a store to count, delay and fail its calls. */
export function scriptedStore(real: ObjectStore) {
  const calls = { get: 0, put: 0 }
  const conditions: (string | undefined)[] = []
  const script: {
    beforeGet: () => Promise<void> | void
    afterGet: () => Promise<void> | void
    /** The result that the caller receives. */
    received: (result: GetResult) => GetResult
    beforePut: () => Promise<void> | void
    afterPut: () => Promise<void> | void
  } = { beforeGet() {}, afterGet() {}, received: (result) => result, beforePut() {}, afterPut() {} }
  const store: ObjectStore = {
    ...real,
    kind: 'scripted',
    async get(ref: ObjectRef, options?: { ifNoneMatch?: string }): Promise<GetResult> {
      calls.get++
      conditions.push(options?.ifNoneMatch)
      await script.beforeGet()
      const result = await real.get(ref, options)
      await script.afterGet()
      return script.received(result)
    },
    async put(...call: Parameters<ObjectStore['put']>) {
      calls.put++
      await script.beforePut()
      const result = await real.put(...call)
      await script.afterPut()
      return result
    },
  }
  return {
    store,
    calls,
    /** The `ifNoneMatch` of each get. */
    conditions,
    script,
  }
}

/** A truncated body with the ETag of the complete one. */
export function cut(result: GetResult): GetResult {
  if (result.kind !== 'found') return result
  return { ...result, body: result.body.subarray(0, result.body.length / 2) }
}
