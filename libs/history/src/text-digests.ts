import { createHash, type Hash } from 'node:crypto'

/** After so many bytes each there is a place from which hashing can go on. */
const STEP_BYTES = 262_144

/**
 * Works out the digests of texts that follow each other, as `digest` does: of a text that begins as the one
 * before it only what comes after that is hashed.
 *
 * @returns takes a text, and the one before it when that is still the very buffer whose digest was worked out, with
 *   the same bytes
 */
export function createTextDigests(step = STEP_BYTES): (text: Buffer, before?: Buffer) => string {
  /** What was hashed up to each step, for as long as somebody keeps the text. */
  const hashed = new WeakMap<Buffer, readonly Hash[]>()

  return (text, before) => {
    const earlier = (before && hashed.get(before)) ?? []
    const stepOf = (bytes: Buffer, nth: number) => bytes.subarray(nth * step, (nth + 1) * step)
    const differing = earlier.findIndex(
      (_, i) => !(before && stepOf(before, i).equals(stepOf(text, i))),
    )
    const hashes = differing === -1 ? [...earlier] : earlier.slice(0, differing)
    const hash = hashes.at(-1)?.copy() ?? createHash('sha256')
    for (let end = hashes.length * step; ; end += step) {
      hash.update(text.subarray(end, end + step))
      if (end + step > text.length) break
      hashes.push(hash.copy())
    }
    hashed.set(text, hashes)
    return hash.digest('base64url')
  }
}
