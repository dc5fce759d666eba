import type { Fault } from './faults.ts'

/** Why an operation was refused, stable for programs; `libs/http` gives each its HTTP status. */
export type ErrorCode =
  | 'invalid-input'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'method-not-allowed'
  | 'body-missing'
  | 'conflict'
  | 'precondition-failed'
  | 'payload-too-large'
  | 'target-too-long'
  | 'quota-exceeded'
  | 'unsupported-media-type'
  | 'misdirected'
  | 'rate-limited'
  | 'failed'
  | 'not-implemented'
  | 'upstream-unavailable'
  | 'unavailable'
  | 'insufficient-storage'

interface DomainErrorOptions {
  cause?: unknown
  /** Which of several refusals under one code this is, as a word for figures; callers do not see it. */
  reason?: string | undefined
  /** Seconds after which a retry makes sense; sent as `Retry-After`. */
  retryAfter?: number
  /** What is wrong with what was sent, place by place; shown and logged. */
  faults?: readonly Fault[]
  /** Further members of the error body (RFC 9457 extension members); never secrets. */
  extensions?: Readonly<Record<string, unknown>>
}

/**
 * An error whose message was written for the caller: it may be shown. Every other error is
 * unknown, and its message goes to the log only.
 */
export class DomainError extends Error {
  override readonly name = 'DomainError'
  readonly code: ErrorCode
  readonly reason: string | undefined
  readonly retryAfter: number | undefined
  readonly faults: readonly Fault[]
  readonly extensions: Readonly<Record<string, unknown>>

  constructor(code: ErrorCode, message: string, options: DomainErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.reason = options.reason
    this.retryAfter = options.retryAfter
    this.faults = options.faults ?? []
    this.extensions = options.extensions ?? {}
  }
}
