/** A stored element that does not fit its model: it is kept and returned as it is, but not edited. */
export interface Opaque {
  readonly isOpaque: true
  readonly raw: unknown
}

/** A stored element: understood, or opaque. */
export type Element<E> = (E & { readonly isOpaque: false }) | Opaque

/** The understood elements, in stored order. */
export function understood<E>(elements: readonly Element<E>[]): (E & { isOpaque: false })[] {
  return elements.filter((element): element is E & { isOpaque: false } => !element.isOpaque)
}
