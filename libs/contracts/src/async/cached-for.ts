/**
 * Asks again only when the last question is older than so many milliseconds: until then its answer, or its
 * failure, is everybody's, also while it is under way.
 *
 * @param now milliseconds of a clock that is never set
 */
export function cachedFor<R>(
  ms: number,
  ask: () => Promise<R>,
  now: () => number = () => performance.now(),
): () => Promise<R> {
  let last: { at: number; answer: Promise<R> } | undefined
  return () => {
    const asked = now()
    if (!last || asked - last.at > ms) last = { at: asked, answer: ask() }
    return last.answer
  }
}
