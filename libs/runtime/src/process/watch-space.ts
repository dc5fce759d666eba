import { StoreFull, type ObjectStore } from '@landscape/store/objects/port'
import type { LastUse } from './last-use.ts'

/** Records in `space` whether the store was full at the last put, for `/readyz`. */
export function watchSpace(store: ObjectStore, space: LastUse): ObjectStore {
  return {
    kind: store.kind,
    get: (ref, options) => store.get(ref, options),
    async put(...args) {
      try {
        const stored = await store.put(...args)
        space.worked()
        return stored
      } catch (error) {
        if (error instanceof StoreFull) space.failed('the store is full')
        throw error
      }
    },
    remove: (ref) => store.remove(ref),
    list: (bucket, prefix) => store.list(bucket, prefix),
    now: () => store.now?.(),
    close: () => store.close(),
  }
}
