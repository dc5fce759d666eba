/** An opaque page cursor of a JSON value. */
export function encodeCursor(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/**
 * The value of a cursor; `undefined` when it is not JSON in base64url. Cursors are unauthenticated: the
 * caller validates the value.
 */
export function decodeCursor(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}
