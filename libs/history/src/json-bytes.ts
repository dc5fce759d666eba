import { isRecord } from '@landscape/contracts'

const COMMA = Buffer.from(',')
/** JSON of frozen items. */
const known = new WeakMap<object, Buffer>()

/**
 * The bytes of `JSON.stringify(value)`. An item is an element of the value or of one of its members; a frozen item
 * is serialised once, so a version that shares most items with the last one costs little more than a copy.
 */
export function jsonBytes(value: unknown): Buffer {
  if (Array.isArray(value)) return Buffer.concat(elementParts(value))
  if (!isRecord(value)) return Buffer.from(JSON.stringify(value))
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  const parts = members.flatMap(([name, member], i) => {
    const start = Buffer.from(`${i === 0 ? '' : ','}${JSON.stringify(name)}:`)
    return [start, ...(Array.isArray(member) ? elementParts(member) : [itemBytes(member)])]
  })
  return Buffer.concat([Buffer.from('{'), ...parts, Buffer.from('}')])
}

function elementParts(elements: readonly unknown[]): Buffer[] {
  const parts = elements.flatMap((element, i) => {
    const bytes = itemBytes(element)
    return i === 0 ? [bytes] : [COMMA, bytes]
  })
  return [Buffer.from('['), ...parts, Buffer.from(']')]
}

function itemBytes(item: unknown): Buffer {
  if (typeof item !== 'object' || item === null) return Buffer.from(JSON.stringify(item))
  const bytes = known.get(item) ?? Buffer.from(JSON.stringify(item))
  if (Object.isFrozen(item)) known.set(item, bytes)
  return bytes
}
