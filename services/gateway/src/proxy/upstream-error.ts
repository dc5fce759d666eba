import { DomainError } from '@landscape/errors'

/** Failures before a byte reached the upstream: it is down, and a later try may succeed. */
const NOT_REACHED: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
])

const LONG_WAIT_MS = 5_000

/** Whether connecting failed, so that nothing was sent. */
export function isNotReached(error: unknown): boolean {
  return NOT_REACHED.has((error as { code?: unknown } | null)?.code)
}

/** The upstream took a request and gave no whole answer. */
export class UpstreamFault extends DomainError {
  /** Whether this tells something about the upstream rather than about the client. */
  readonly isProof: boolean

  constructor(service: string, cause: unknown, isProof: boolean) {
    super('upstream-unavailable', `The ${service} service did not answer`, { cause })
    this.isProof = isProof
  }
}

/** Nobody is left to answer. It is a fault of the upstream when the client had waited for long. */
export class ClientLeft extends UpstreamFault {
  constructor(service: string, waitedMs: number) {
    super(service, undefined, waitedMs >= LONG_WAIT_MS)
  }
}

/** What an upstream's failure becomes for the client: 503 when it is down, else 502. */
export function upstreamError(error: unknown, service: string, isProof: boolean): DomainError {
  if (!isNotReached(error)) return new UpstreamFault(service, error, isProof)
  return new DomainError('unavailable', `The ${service} service is not available`, {
    cause: error,
    retryAfter: 5,
  })
}
