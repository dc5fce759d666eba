export { DomainError, type DomainErrorOptions, type ErrorCode } from './domain-error.ts'
