import { DomainError } from '@landscape/contracts/errors/domain-error'

/**
 * A history object is missing or differs from what was recorded. The message names the object, without its
 * content.
 */
export class HistoryDamaged extends Error {
  override readonly name = 'HistoryDamaged'
  /** Key of the object, when a single one is damaged or missing. */
  readonly object: string | undefined

  constructor(message: string, object?: string) {
    super(message)
    this.object = object
  }
}

/**
 * Treats a damaged object as missing, where other objects have the same content or the readable part suffices.
 * Every other error is thrown again, also a fault of the program.
 */
export function unlessDamaged(error: unknown): undefined {
  const cause = error instanceof DomainError ? error.cause : error
  if (!(cause instanceof HistoryDamaged)) throw error
}
