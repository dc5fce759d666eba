import type { Fault } from './faults.ts'

/** Why an operation failed; stable for clients. `libs/http` maps each code to a status. */
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
  /** Label for metrics that distinguishes errors with the same code; not sent to callers. */
  reason?: string | undefined
  /** Seconds after which a retry makes sense; sent as `Retry-After`. */
  retryAfter?: number
  /** The faults of the request; sent and logged. */
  faults?: readonly Fault[]
  /** Extension members of the error body (RFC 9457); never secrets. */
  extensions?: Readonly<Record<string, unknown>>
}

/**
 * An error whose message was written for the caller. The message of every other error is logged, and never
 * sent.
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
