import { isRecord } from '@landscape/contracts'

/** JSON of frozen items. */
const known = new WeakMap<object, string>()

/**
 * The bytes of `JSON.stringify(value)`. An item is an element of the value or of one of its members. A
 * frozen item is serialised once, so a version that shares most items with the last one costs little more
 * than a copy.
 */
export function jsonBytes(value: unknown): Buffer {
  const parts = [...partsOf(value)]
  const bytes = Buffer.allocUnsafeSlow(
    parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0),
  )
  let end = 0
  for (const part of parts) end += bytes.write(part, end)
  return bytes
}

function* partsOf(value: unknown): Generator<string> {
  if (Array.isArray(value)) {
    yield* elementParts(value)
  } else if (isRecord(value)) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined)
    yield '{'
    for (const [i, [name, member]] of members.entries()) {
      yield `${i === 0 ? '' : ','}${JSON.stringify(name)}:`
      if (Array.isArray(member)) yield* elementParts(member)
      else yield itemText(member)
    }
    yield '}'
  } else yield JSON.stringify(value)
}

function* elementParts(elements: readonly unknown[]): Generator<string> {
  yield '['
  for (let i = 0; i < elements.length; i++) {
    if (i > 0) yield ','
    yield itemText(elements[i])
  }
  yield ']'
}

function itemText(item: unknown): string {
  if (typeof item !== 'object' || item === null) return JSON.stringify(item)
  const text = known.get(item) ?? JSON.stringify(item)
  if (Object.isFrozen(item)) known.set(item, text)
  return text
}
