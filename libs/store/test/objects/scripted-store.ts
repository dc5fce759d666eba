import type { GetResult, ObjectRef, ObjectStore } from '../../src/objects/port.ts'

/**
 * A store whose calls can be counted, held back and made to fail, in front of a real one.
 */
export function scriptedStore(real: ObjectStore) {
  const calls = { get: 0, put: 0 }
  const conditions: (string | undefined)[] = []
  const script: {
    beforeGet: () => Promise<void> | void
    afterGet: () => Promise<void> | void
    /** What is received of what was sent. */
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
    /** The tag that each get sent. */
    conditions,
    script,
  }
}

/** The first half of a body, under the tag of the whole. */
export function cut(result: GetResult): GetResult {
  if (result.kind !== 'found') return result
  return { ...result, body: result.body.subarray(0, result.body.length / 2) }
}
