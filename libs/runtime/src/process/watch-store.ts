import type { Metrics } from '@landscape/http/telemetry/metrics'
import { beginCall, type Tracing } from '@landscape/http/telemetry/tracing'
import {
  type Bucket,
  type ObjectStore,
  PreconditionFailed,
  StoreFull,
  StoreUnavailable,
} from '@landscape/store/objects/port'
import type { LastUse } from './last-use.ts'

type Call = 'get' | 'put' | 'remove' | 'list'

/**
 * Adds metrics (outcome, duration, size) and spans to the calls of a store. They contain no keys: keys of a
 * history include names that users chose.
 */
export function watchStoreCalls(
  store: ObjectStore,
  { metrics, tracing }: { metrics?: Metrics | undefined; tracing?: Tracing | undefined },
): ObjectStore {
  if (!metrics && !tracing) return store
  const durations = metrics?.histogram(
    'landscape_store_call_seconds',
    'Calls to the store: found, not-modified, missing, done, conflict, unavailable, failed',
    ['call', 'bucket', 'outcome'],
  )
  const sizes = metrics?.histogram(
    'landscape_store_put_bytes',
    'Sizes of the written objects: documents, and records of their history',
    ['bucket'],
  )
  const timed = async <T>(
    { call, bucket }: { call: Call; bucket: Bucket },
    request: () => Promise<T>,
    outcomeOf: (result: T) => string = () => 'done',
  ): Promise<T> => {
    const started = performance.now()
    const span = beginCall(tracing, `store ${call}`)
    let outcome = 'failed'
    try {
      const result = await request()
      outcome = outcomeOf(result)
      return result
    } catch (error) {
      if (error instanceof PreconditionFailed) outcome = 'conflict'
      if (error instanceof StoreUnavailable) outcome = 'unavailable'
      throw error
    } finally {
      durations?.({ call, bucket, outcome }, (performance.now() - started) / 1_000)
      span?.end({
        attributes: { 'landscape.bucket': bucket, 'landscape.outcome': outcome },
        failed: outcome === 'unavailable' || outcome === 'failed',
      })
    }
  }
  return {
    kind: store.kind,
    get: (ref, options) =>
      timed(
        { call: 'get', bucket: ref.bucket },
        () => store.get(ref, options),
        ({ kind }) => kind,
      ),
    async put(ref, body, ...rest) {
      const { bucket } = ref
      const done = await timed({ call: 'put', bucket }, () => store.put(ref, body, ...rest))
      sizes?.({ bucket }, body.length)
      return done
    },
    remove: (ref) => timed({ call: 'remove', bucket: ref.bucket }, () => store.remove(ref)),
    list: (bucket, prefix) => timed({ call: 'list', bucket }, () => store.list(bucket, prefix)),
    now: () => store.now?.(),
    close: () => store.close(),
  }
}

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
