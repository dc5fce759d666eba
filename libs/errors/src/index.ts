export { DomainError, type DomainErrorOptions, type ErrorCode } from './domain-error.ts'
export { faultsOf, type Fault } from './faults.ts'
export { shareCalls, type SharingOptions } from './share-calls.ts'
export { withinTime } from './within-time.ts'
