/** Waits for the answer, but no longer than so many milliseconds: then it fails with the error. */
export async function atMost<R>(ms: number, answer: Promise<R>, error: unknown): Promise<R> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(late.reject, ms, error)
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
