export { describe } from './describe.ts'
export { openArchive, type Archive } from './archive.ts'
export {
  changePage,
  readCursor,
  sourceOf,
  type ChangePage,
  type ChangeSource,
  type Cursor,
  type PlacedChange,
} from './change-page.ts'
export { diff, operationsOf, type Operation, type Step } from './diff.ts'
export { forget } from './forget.ts'
export {
  pastOf,
  shownChange,
  type ChangeQuery,
  type FoundChange,
  type Past,
  type Position,
  type ShownChange,
} from './pages.ts'
export { namesOf, repetitionOf, segmentsOf, unescaped } from './places.ts'
export { digest, type Change, type Head, type VersionRecord } from './record.ts'
export {
  createRecorder,
  headOf,
  type Edit,
  type Recorded,
  type Recorder,
  type Version,
} from './recorder.ts'
export { replay, rewind } from './replay.ts'
export { revert } from './revert.ts'
export { touchedPlaces } from './touched-places.ts'
export { verifyHistory, type Verdict } from './verify.ts'
