export { type Changed } from './documents/apply-all.ts'
export { type Snapshot } from './documents/copy.ts'
export { DocumentInvalid } from './documents/decode.ts'
export { type StoredDocument, createDocument } from './documents/document.ts'
export { assertIfMatch, entityTag, matchesAny, tagOf, tagOfView } from './documents/entity-tag.ts'
export { type DocumentObserver } from './documents/observe.ts'
export { type Documents, HISTORY_OF, openDocuments } from './documents/open-documents.ts'
export {
  type MonthlyDocument,
  type MonthlyDocuments,
  openMonths,
  storedMonths,
} from './documents/open-months.ts'
export { type Actor } from './documents/pending.ts'
export { type Undone, undoChange } from './documents/undo-change.ts'
export { isHistoryKey, isLater, openArchive } from './history/archive.ts'
export {
  type ChangePage,
  type ChangeQuery,
  type ChangeSource,
  type Cursor,
  changePage,
  matchesQuery,
  readCursor,
  sourceOf,
  withPauses,
  writeCursor,
} from './history/change-page.ts'
export { describe } from './history/describe.ts'
export { digest } from './history/digest.ts'
export { type Operation, type Step, diff, operationsOf } from './history/diff.ts'
export { type Version, headOf } from './history/head.ts'
export {
  type FoundChange,
  type Past,
  type Position,
  type ShownChange,
  pastOf,
  positionOf,
  shownChange,
} from './history/past.ts'
export { namesOf, repetitionOf, segmentsOf, unescaped } from './history/paths.ts'
export {
  type Change,
  type Head,
  type Removal,
  type VersionRecord,
  headIn,
} from './history/record.ts'
export { createRecorder } from './history/recorder.ts'
export { rewind } from './history/replay.ts'
export { type Verdict, verifyHistory } from './history/verify.ts'
export { exportDirectory, importDirectory, readDirectory, replace } from './objects/directory.ts'
export { createEmbeddedStore } from './objects/embedded.ts'
export { parseJson } from './objects/json.ts'
export {
  BUCKETS,
  type Bucket,
  type GetResult,
  type InventoriedStore,
  type ObjectRef,
  type ObjectStore,
  PreconditionFailed,
  type PutCondition,
  StoreFull,
  StoreUnavailable,
  nameOf,
} from './objects/port.ts'
