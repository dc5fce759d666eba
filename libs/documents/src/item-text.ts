/**
 * The text of a document, kept by item: an item is an element of the document or of one of its members. So
 * a commit writes, and a read parses, only the items that differ from the version before.
 */
export interface ItemText {
  /** A JSON text. */
  bytes: Buffer
  /** The lists in it, by the member that holds them; by `undefined` when the document is one itself. */
  lists: ReadonlyMap<string | undefined, ListText>
  /** Whether the bytes are what `JSON.stringify` makes of the document. */
  isExact: boolean
  /** Where the bytes lie, when it is ours to be used again. */
  memory?: Buffer
  /** Whether the memory was used again: then nothing is to be taken from it. */
  isSpent?: boolean
}

/** The items of one list, and where the text of each begins and ends: `bounds[2 * i]`, `bounds[2 * i + 1]`. */
export interface ListText {
  items: readonly unknown[]
  bounds: Uint32Array
}

const NONE: ListText = { items: [], bounds: new Uint32Array() }
/** So far from its place an item is looked for in the version before. */
const REACH = 8

/** A list of the version before; it is empty when there was none. */
export function listBefore(before: ItemText | undefined, member: string | undefined): ListText {
  return (!before?.isSpent && before?.lists.get(member)) || NONE
}

/** Index of the same item in another version of a list, at the expected place or near; -1 when it is not there. */
export function near(expected: number, count: number, isSame: (index: number) => boolean): number {
  if (expected < count && isSame(expected)) return expected
  const end = Math.min(count, expected + REACH)
  for (let i = Math.max(0, expected - REACH); i < end; i++) if (isSame(i)) return i
  return -1
}

/**
 * The text of a document, exactly as `JSON.stringify` writes it. Items that are the same objects as in the
 * version before are not written again but copied.
 *
 * @param value frozen JSON, so that the same object has the same text
 * @param spare the text of a version that is not needed any more
 */
export function writeItems(value: unknown, before?: ItemText, spare?: ItemText): ItemText {
  const known = before?.isExact ? before : undefined
  const lists = new Map<string | undefined, ListText>()
  const pieces: Buffer[] = []
  let length = 0

  function add(piece: Buffer): void {
    pieces.push(piece)
    length += piece.length
  }

  const write = (text: string) => add(Buffer.from(text))

  function writeList(member: string | undefined, items: readonly unknown[]): void {
    const old = listBefore(known, member)
    const bounds = new Uint32Array(2 * items.length)
    let expected = 0
    write('[')
    for (let i = 0; i < items.length;) {
      if (i > 0) write(',')
      const start = length
      const index = near(expected, old.items.length, (other) => old.items[other] === items[i])
      const run = index === -1 ? 0 : sameRun(old.items, index, items, i)
      if (known && run > 0) {
        const ofRun = old.bounds.subarray(2 * index, 2 * (index + run))
        const from = ofRun[0] ?? 0
        add(known.bytes.subarray(from, ofRun.at(-1)))
        bounds.set(moved(ofRun, start - from), 2 * i)
      } else {
        write(JSON.stringify(items[i]))
        bounds.set([start, length], 2 * i)
      }
      expected = index === -1 ? expected + 1 : index + run
      i += Math.max(1, run)
    }
    write(']')
    lists.set(member, { items, bounds })
  }

  if (Array.isArray(value)) {
    writeList(undefined, value)
  } else if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined)
    write('{')
    for (const [i, [name, member]] of members.entries()) {
      write(`${i > 0 ? ',' : ''}${JSON.stringify(name)}:`)
      if (Array.isArray(member)) writeList(name, member)
      else write(JSON.stringify(member))
    }
    write('}')
  } else {
    write(JSON.stringify(value))
  }
  const memory = roomFor(length, spare, before)
  let end = 0
  for (const piece of pieces) end += piece.copy(memory, end)
  return { bytes: memory.subarray(0, length), lists, isExact: true, memory }
}

/** To allocate megabytes for each commit would have the garbage collected after a few. */
function roomFor(length: number, spare?: ItemText, before?: ItemText): Buffer {
  const isFree = spare?.memory !== before?.memory
  if (!isFree || !spare?.memory || spare.memory.length < length) {
    return Buffer.allocUnsafeSlow(length + Math.ceil(length / 16))
  }
  spare.isSpent = true
  return spare.memory
}

function moved(bounds: Uint32Array, by: number): Uint32Array {
  return by === 0 ? bounds : bounds.map((bound) => bound + by)
}

/** How many items follow each other in both lists, from an index in each. */
function sameRun(
  list: readonly unknown[],
  from: number,
  other: readonly unknown[],
  otherFrom: number,
): number {
  const longest = Math.min(list.length - from, other.length - otherFrom)
  let run = 0
  while (run < longest && list[from + run] === other[otherFrom + run]) run++
  return run
}
