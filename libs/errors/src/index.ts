export { DomainError, type DomainErrorOptions, type ErrorCode } from './domain-error.ts'
export { withinTime } from './within-time.ts'
