export { diff, operationsOf, type Operation, type Step } from './diff.ts'
export { replay, rewind } from './replay.ts'
