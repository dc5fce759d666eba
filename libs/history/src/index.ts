export { describe } from './describe.ts'
export { openArchive, type Archive } from './archive.ts'
export { diff, operationsOf, type Operation, type Step } from './diff.ts'
export {
  pastOf,
  shownChange,
  type ChangeQuery,
  type FoundChange,
  type Past,
  type Position,
  type ShownChange,
} from './pages.ts'
export { newestOf } from './past.ts'
export { headIn, type Change, type Head } from './record.ts'
export { createRecorder, type Edit, type Recorded, type Recorder } from './recorder.ts'
export { replay, rewind } from './replay.ts'
export { revert } from './revert.ts'
