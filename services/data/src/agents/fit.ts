import { cut } from './advise.ts'

/** Maximum size of a tool result in JSON (bytes): 2,000 tokens of four bytes, with room for its message. */
const MAX_BYTES = 7_500
/** Maximum numbers of elements of a list: the first that fits applies. */
const SIZES = [100, 70, 50, 35, 25, 18, 12, 8, 5, 3, 2, 1, 0]
const MAX_TEXT = 300
const MIN_TEXT = 40

/**
 * A reply as JSON. When it is too large for a result, its lists end with the number of the elements that are
 * left out, long strings end with `…`, and `rest` is the link to the complete reply.
 */
export function fitted(reply: object, rest: string): string {
  const complete = JSON.stringify(reply)
  if (fits(complete)) return complete
  for (const size of SIZES) {
    const text = JSON.stringify({ ...(shortened(reply, size) as object), rest })
    if (fits(text)) return text
  }
  return JSON.stringify({ rest })
}

function fits(text: string): boolean {
  // The result contains the text as a JSON string.
  return text.length <= MAX_BYTES && Buffer.byteLength(JSON.stringify(text)) <= MAX_BYTES
}

function shortened(value: unknown, size: number): unknown {
  if (typeof value === 'string') return cut(value, size > 1 ? MAX_TEXT : MIN_TEXT)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const shown = value.slice(0, size).map((one) => shortened(one, Math.ceil(size / 4)))
    return shown.length === value.length
      ? shown
      : [...shown, `${value.length - shown.length} more: see rest`]
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, shortened(one, size)]),
  )
}
