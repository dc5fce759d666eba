export { describe } from './describe.ts'
export { isHistoryKey, isLater, openArchive } from './archive.ts'
export {
  changePage,
  isWanted,
  cursorText,
  readCursor,
  resting,
  sourceOf,
  type ChangePage,
  type ChangeQuery,
  type ChangeSource,
  type Cursor,
} from './change-page.ts'
export { diff, operationsOf, type Operation, type Step } from './diff.ts'
export { forget } from './forget.ts'
export {
  pastOf,
  positionOf,
  shownChange,
  type FoundChange,
  type Past,
  type Period,
  type Position,
  type ShownChange,
} from './past.ts'
export { mayShareItsName, namesOf, repetitionOf, segmentsOf, unescaped } from './places.ts'
export {
  digest,
  headIn,
  type Change,
  type Head,
  type Removal,
  type VersionRecord,
} from './record.ts'
export { type Edit } from './edit.ts'
export { headOf, type Version } from './head.ts'
export { jsonBytes } from './json-bytes.ts'
export { HistoryDamaged } from './damaged.ts'
export {
  createRecorder,
  type RecordedChange,
  type Recorder,
  type RecorderOptions,
} from './recorder.ts'
export { createPredecessors } from './predecessors.ts'
export { rewind } from './replay.ts'
export { revert } from './revert.ts'
export { touchedPlaces } from './touched-places.ts'
export { verifyHistory, type Verdict } from './verify.ts'
