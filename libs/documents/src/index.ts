export { DocumentInvalid } from './decode.ts'
export type { Changed } from './apply-all.ts'
export {
  createDocument,
  type ChangeOptions,
  type DocumentOptions,
  type StoredDocument,
} from './document.ts'
export { assertIfMatch, entityTag, matchesAny, tagOf, tagOfView } from './entity-tag.ts'
export { type CommitOutcome, type DocumentObserver, type StoredCommit } from './observe.ts'
export { HISTORY_OF, openDocuments, type Documents } from './open-documents.ts'
export { type Actor, type Committed } from './pending.ts'
export { type Snapshot } from './copy.ts'
export { undoChange, type Undone } from './undo-change.ts'
