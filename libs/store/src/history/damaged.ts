/**
 * What is stored of a history is not what was recorded, or is missing: it cannot be told any further. The
 * message says which object it is, and nothing of its content.
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

/** What a damaged object is taken for where others tell the same: none. */
export function unlessDamaged(error: unknown): undefined {
  if (!(error instanceof HistoryDamaged)) throw error
}
