import { isUtf8 } from 'node:buffer'
import { inSlices } from '@landscape/errors'
import { parseJsonText } from '@landscape/object-store'
import { freezeParsed } from './freeze-json.ts'
import { listBefore, near, type ItemText, type ListText } from './item-text.ts'
import { createScanner } from './json-scanner.ts'

const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Reads a stored text item by item: those with the same text in the version before are taken over from it,
 * the others are parsed. Others are served meanwhile.
 *
 * @returns the value; frozen when that before is, since what was written once will be written again
 * @throws SyntaxError when it is not JSON; its message quotes the text: not for clients or the log
 */
export async function readItems(
  bytes: Buffer,
  before?: ItemText,
): Promise<{ value: unknown; text: ItemText }> {
  const scanner = createScanner(bytes)
  const lists = new Map<string | undefined, ListText>()
  let isExact = before?.isExact ?? false
  // The items of a text that is exact are frozen: they were written.
  const freeze = isExact ? freezeParsed : <T>(value: T): T => value

  function parse(from: number, to: number): unknown {
    const text = bytes.toString('utf8', from, to)
    const value = parseJsonText(text)
    isExact &&= JSON.stringify(value) === text && isUtf8(bytes.subarray(from, to))
    return freeze(value)
  }

  /** The next value as a whole. */
  function readValue(): unknown {
    const from = scanner.at()
    const to = scanner.endOfValue()
    scanner.goTo(to)
    return parse(from, to)
  }

  function* readObject(): Generator<void, unknown> {
    const members: [string, unknown][] = []
    scanner.take('{')
    while (!scanner.meets('}')) {
      if (members.length > 0) scanner.take(',')
      if (!scanner.meets('"')) throw new SyntaxError('A member has no name')
      const name = String(readValue())
      scanner.take(':')
      members.push([name, scanner.meets('[') ? yield* readList(name) : readValue()])
      yield
    }
    scanner.take('}')
    const value: object = Object.fromEntries(members)
    // Names that are there twice, or are numbers, would be written in another order.
    const names = Object.keys(value)
    isExact &&=
      names.length === members.length && names.every((name, i) => name === members[i]?.[0])
    return freeze(value)
  }

  function* readList(member?: string): Generator<void, unknown> {
    const old = listBefore(before, member)
    const items: unknown[] = []
    const bounds: number[] = []
    let expected = 0
    scanner.take('[')
    while (!scanner.meets(']')) {
      if (items.length > 0) scanner.take(',')
      const from = scanner.at()
      const { index, to } = find(old, expected, from)
      items.push(index === -1 ? parse(from, to) : old.items[index])
      scanner.goTo(to)
      bounds.push(from, to)
      expected = (index === -1 ? expected : index) + 1
      yield
    }
    scanner.take(']')
    lists.set(member, { items, bounds: Uint32Array.from(bounds) })
    return freeze(items)
  }

  /** Where the item that begins here ends, and where it was before. */
  function find({ items, bounds }: ListText, expected: number, from: number) {
    const lengthOf = (index: number) => (bounds[2 * index + 1] ?? 0) - (bounds[2 * index] ?? 0)
    const hasText = (index: number) => {
      const end = from + lengthOf(index)
      if (!before || before.isSpent || end > bytes.length) return false
      return before.bytes.compare(bytes, from, end, bounds[2 * index], bounds[2 * index + 1]) === 0
    }
    // Before anybody has looked for its end, which takes the time.
    if (expected < items.length && hasText(expected)) {
      const to = from + lengthOf(expected)
      if (scanner.mayEndAt(to)) return { index: expected, to }
    }
    const to = scanner.endOfValue()
    const isSame = (index: number) => lengthOf(index) === to - from && hasText(index)
    return { index: near(expected, items.length, isSame), to }
  }

  function* readDocument(): Generator<void, unknown> {
    if (scanner.meets('{')) return yield* readObject()
    return scanner.meets('[') ? yield* readList() : readValue()
  }

  if (bytes.toString('utf8', 0, 3) === BYTE_ORDER_MARK) {
    isExact = false
    scanner.goTo(3)
  }
  const value = await inSlices(readDocument())
  if (!scanner.isAtEnd()) throw new SyntaxError('Something follows the document')
  isExact &&= !scanner.isSpaced()
  return { value, text: { bytes, lists, isExact } }
}
