import { randomBytes } from 'node:crypto'

const SPACE = 0x20
const TAB = 0x09
const PAD_BYTES = 8

/**
 * Appends 64 random spaces and tabs to a body. An S3 ETag is a hash of the stored bytes: storing the same
 * body again would restore an earlier ETag, and a delayed duplicate of an older put could replace a newer
 * version.
 */
export function pad(body: Buffer): { stored: Buffer; length: number } {
  const bits = [...randomBytes(PAD_BYTES)].flatMap((byte) =>
    Array.from({ length: 8 }, (_, i) => ((byte >> i) & 1 ? TAB : SPACE)),
  )
  return { stored: Buffer.concat([body, Buffer.from(bits)]), length: bits.length }
}

/** Removes the padding of `pad`; bytes that another program stored are returned unchanged. */
export function unpad(stored: Buffer, length: number): Buffer {
  const end = stored.length - length
  if (!Number.isInteger(length) || length <= 0 || end < 0) return stored
  const isPadding = stored.subarray(end).every((byte) => byte === SPACE || byte === TAB)
  return isPadding ? stored.subarray(0, end) : stored
}
