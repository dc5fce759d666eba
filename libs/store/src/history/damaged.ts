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

/** Treats a damaged object as missing, where other objects have the same content. */
export function unlessDamaged(error: unknown): undefined {
  if (!(error instanceof HistoryDamaged)) throw error
}
