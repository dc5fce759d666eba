/** A piece of a stored body: where it is kept, and how many bytes it has. */
export interface Piece {
  id: number
  length: number
}

/** A stored body, and the pieces that it is made of, in their order. */
export interface InPieces {
  body: Buffer
  pieces: readonly Piece[]
}

/** Of shorter pieces there would be more to keep account of, of longer ones more to write. */
const USUAL_BYTES = 65_536
const SHORTEST = USUAL_BYTES / 2
const LONGEST = USUAL_BYTES + SHORTEST
/** How far from where it is expected a piece is looked for, and by how many of its bytes. */
const REACH = USUAL_BYTES
const SAMPLE_BYTES = 64

/** Whether a body is longer than one piece may be. */
export function isLong(body: Buffer): boolean {
  return body.length > LONGEST
}

/**
 * Cuts a long body into pieces, so that those of the version before that are in it again need not be written again.
 *
 * @returns what makes up the body, in its order: pieces of the version before, and the bytes of new ones, each
 *   half to one and a half times as long as usual
 */
export function cutIntoPieces(body: Buffer, before: InPieces): (Piece | Buffer)[] {
  const parts: (Piece | Buffer)[] = []
  let end = 0
  for (const { piece, start } of keptPieces(before, body)) {
    // What is too short to be a piece takes in the next one, or at the end the last one.
    if (isTooShort(start - end)) continue
    parts.push(...cutEvenly(body.subarray(end, start)), piece)
    end = start + piece.length
  }
  if (isTooShort(body.length - end)) end -= parts.pop()?.length ?? 0
  return [...parts, ...cutEvenly(body.subarray(end))]
}

function isTooShort(length: number): boolean {
  return length > 0 && length < SHORTEST
}

function cutEvenly(bytes: Buffer): Buffer[] {
  const count = Math.round(bytes.length / USUAL_BYTES)
  const cut = (nth: number) => Math.floor((nth * bytes.length) / count)
  return Array.from({ length: count }, (_, nth) => bytes.subarray(cut(nth), cut(nth + 1)))
}

/** Pieces of one body whose bytes are in another in the same order, and where they begin there. */
function* keptPieces(
  { body: before, pieces }: InPieces,
  body: Buffer,
): Generator<{ piece: Piece; start: number }, void> {
  const grown = body.length - before.length
  /** By how much the last piece that was found has moved, and where it ends. */
  let moved = 0
  let end = 0

  /** Where a piece may be that has moved in another way: its first bytes are looked for. */
  function lookFor(from: number): number {
    const first = Math.max(end, from + moved - REACH)
    const around = body.subarray(first, from + moved + REACH)
    return first + around.indexOf(before.subarray(from, from + SAMPLE_BYTES))
  }

  let from = 0
  for (const piece of pieces) {
    const bytes = before.subarray(from, from + piece.length)
    const isAt = (place: number) =>
      place >= end && body.subarray(place, place + piece.length).equals(bytes)
    // As far on as the one before, or as what is behind all changes.
    const start = [from + moved, from + grown].find(isAt) ?? [lookFor(from)].find(isAt)
    if (start !== undefined) {
      yield { piece, start }
      moved = start - from
      end = start + piece.length
    }
    from += piece.length
  }
}
