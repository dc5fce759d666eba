export { exportDirectory, importDirectory, readDirectory, replace } from './directory.ts'
export { createEmbeddedStore } from './embedded.ts'
export { parseJson } from './json.ts'
export { openStore, StoreEnv, storeProblems } from './open-store.ts'
export {
  BUCKETS,
  nameOf,
  PreconditionFailed,
  StoreFull,
  StoreUnavailable,
  type Bucket,
  type GetResult,
  type InventoriedStore,
  type Meta,
  type ObjectRef,
  type ObjectStore,
  type PutCondition,
} from './port.ts'
