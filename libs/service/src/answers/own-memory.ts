/**
 * The bytes in memory that is as long as they are, for what is kept: Node gives small buffers a place in a
 * block of 64 KB that many share, and zlib gives the beginning of one; who keeps such bytes keeps the block.
 *
 * @returns a copy, or the bytes themselves when they are alone
 */
export function inOwnMemory(bytes: Buffer): Buffer {
  const isAlone = bytes.length === bytes.buffer.byteLength
  return isAlone ? bytes : Buffer.from(new Uint8Array(bytes).buffer)
}

/**
 * Frees the memory of bytes that nobody reads any more. Megabytes that were needed for a moment would be held until the whole heap is
 * collected.
 *
 * @param bytes in memory of their own; empty from now on
 */
export function giveBack({ buffer }: Buffer): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}

/** Text becoming bytes piece by piece, in memory that is given back as soon as it has become too small. */
export function createGrowingBytes() {
  let memory = new ArrayBuffer(64 * 1024)
  let used = 0
  return {
    append(text: string): void {
      const end = used + Buffer.byteLength(text)
      if (end > memory.byteLength) memory = memory.transfer(Math.max(end, 2 * memory.byteLength))
      used += Buffer.from(memory).write(text, used)
    },
    /** All bytes, in memory of their own; nothing is to be appended afterwards. */
    end: (): Buffer => Buffer.from(memory.transfer(used)),
  }
}
