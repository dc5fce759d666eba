export interface FailureFacts {
  /**
   * `silent`: no answer came; `stopped`: we no longer wanted one; `failed`: it was not what it
   * should be, which is meant when nothing is said.
   */
  kind?: 'silent' | 'stopped' | 'failed'
  /** HTTP status, when there was an answer. */
  status?: number | undefined
  /** Seconds after which the host wants to be asked again. */
  retryAfter?: number | undefined
}

/**
 * The host did not answer, or not as it should. The message is our own: what hosts and libraries say
 * may hold whole pages, addresses or secrets.
 */
export class UpstreamFailure extends Error {
  override readonly name = 'UpstreamFailure'
  readonly kind: 'silent' | 'stopped' | 'failed'
  readonly status: number | undefined
  readonly retryAfter: number | undefined

  constructor(message: string, { kind = 'failed', status, retryAfter }: FailureFacts = {}) {
    super(message)
    this.kind = kind
    this.status = status
    this.retryAfter = retryAfter
  }
}
