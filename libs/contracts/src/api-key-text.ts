import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** `lsk_`, id, 256 random bits and a CRC-32 of everything before it, by which scanners recognise a key. */
const FORM = /^(lsk_([\da-f]{12})_[\da-f]{64}_)([\da-f]{8})$/

/** The beginning of every key. */
export const KEY_PREFIX = 'lsk_'

/** The public id of a key, and the SHA-256 of its complete text in hexadecimal. */
interface KeyText {
  id: string
  hash: string
}

/** A new random key. Only its creator receives `text`. */
export function createKeyText(): KeyText & { text: string } {
  const id = randomBytes(6).toString('hex')
  const begin = `${KEY_PREFIX}${id}_${randomBytes(32).toString('hex')}_`
  const text = begin + checksum(begin)
  return { id, text, hash: digest(text) }
}

/** Id and hash of a key; `undefined` for any other string. */
export function readKeyText(text: string): KeyText | undefined {
  const [, begin, id, sum] = FORM.exec(text) ?? []
  if (begin === undefined || id === undefined || checksum(begin) !== sum) return undefined
  return { id, hash: digest(text) }
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0')
}

/** A fast hash is sufficient: 256 random bits cannot be guessed, unlike a password. */
function digest(text: string): string {
  return hash('sha256', text)
}
