import { isRecord } from '@landscape/contracts/json'
import { oncePerFrozen } from '@landscape/contracts/once-per-object'

/**
 * The bytes of `JSON.stringify(value)`. An item is an element of the value or of one of its members. A
 * frozen item is serialised once, so a version that shares most items with the last one costs little more
 * than a copy.
 */
export function jsonBytes(value: unknown): Buffer {
  const parts: Buffer[] = []
  if (Array.isArray(value)) addElements(parts, value)
  else if (isRecord(value)) addMembers(parts, value)
  else parts.push(Buffer.from(JSON.stringify(value)))
  // Not from Node's pool, so that the memory can be returned (`releaseBytes`).
  const bytes = Buffer.allocUnsafeSlow(parts.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const part of parts) {
    bytes.set(part, end)
    end += part.length
  }
  return bytes
}

/**
 * Returns the memory of bytes that nobody reads again. Megabytes of unreachable buffers would make V8 collect its
 * complete heap after every few edits.
 */
export function releaseBytes({ buffer, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && length === buffer.byteLength) buffer.transfer(0)
}

function addMembers(parts: Buffer[], value: object): void {
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  parts.push(Buffer.from('{'))
  for (const [i, [name, member]] of members.entries()) {
    parts.push(Buffer.from(`${i === 0 ? '' : ','}${JSON.stringify(name)}:`))
    if (Array.isArray(member)) addElements(parts, member)
    else parts.push(itemBytes(member).subarray(1))
  }
  parts.push(Buffer.from('}'))
}

function addElements(parts: Buffer[], elements: readonly unknown[]): void {
  parts.push(Buffer.from('['))
  for (const [i, element] of elements.entries()) {
    const bytes = itemBytes(element)
    parts.push(i === 0 ? bytes.subarray(1) : bytes)
  }
  parts.push(Buffer.from(']'))
}

/** The number of bytes of `JSON.stringify(item)`; counted once for a frozen object. */
export function jsonSize(item: unknown): number {
  return itemBytes(item).length - 1
}

/** The bytes of an item after a comma. */
function itemBytes(item: unknown): Buffer {
  return typeof item === 'object' && item !== null ? bytesOfObject(item) : afterComma(item)
}

const bytesOfObject = oncePerFrozen(afterComma)

function afterComma(item: unknown): Buffer {
  const text = `,${JSON.stringify(item) ?? 'null'}`
  // `Buffer.from` would keep a block of Node's pool in memory for each item.
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}
