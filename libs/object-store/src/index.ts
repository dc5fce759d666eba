export { DocumentInvalid } from './decode.ts'
export { exportDirectory, importDirectory, readDirectory, replace } from './directory.ts'
export { createDocument, type DocumentOptions, type StoredDocument } from './document.ts'
export { type Commit } from './commit-loop.ts'
export { parseJson } from './json.ts'
export { type DocumentObserver } from './observe.ts'
export { type Actor, type Committed } from './pending.ts'
export { createEmbeddedStore } from './embedded.ts'
export { openStore, StoreEnv, storeProblems, type OpenOptions } from './open-store.ts'
export {
  BUCKETS,
  nameOf,
  PreconditionFailed,
  StoreUnavailable,
  type Bucket,
  type GetResult,
  type Meta,
  type ObjectRef,
  type ObjectStore,
  type PutCondition,
} from './port.ts'
export { type Snapshot } from './reader.ts'
