import type { GetResult, ObjectRef, ObjectStore, PutCondition, Meta } from '../src/index.ts'

/**
 * A store whose calls can be counted, held back and made to fail, in front of a real one.
 */
export function scriptedStore(real: ObjectStore) {
  const calls = { get: 0, put: 0 }
  const script: {
    beforeGet: () => Promise<void> | void
    afterGet: () => Promise<void> | void
    beforePut: () => Promise<void> | void
    afterPut: () => Promise<void> | void
  } = { beforeGet() {}, afterGet() {}, beforePut() {}, afterPut() {} }
  const store: ObjectStore = {
    ...real,
    kind: 'scripted',
    async get(ref: ObjectRef, options?: { ifNoneMatch?: string }): Promise<GetResult> {
      calls.get++
      await script.beforeGet()
      const result = await real.get(ref, options)
      await script.afterGet()
      return result
    },
    async put(ref: ObjectRef, body: Buffer, condition: PutCondition, meta?: Meta) {
      calls.put++
      await script.beforePut()
      const result = await real.put(ref, body, condition, meta)
      await script.afterPut()
      return result
    },
  }
  return { store, calls, script }
}
