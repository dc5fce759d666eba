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
