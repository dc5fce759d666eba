/** Headers that concern one connection only (RFC 9110 §7.6.1), plus `Expect`, answered here. */
export const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'proxy-connection',
  'keep-alive',
  'te',
  'trailer',
  'upgrade',
  'http2-settings',
  'proxy-authenticate',
  'proxy-authorization',
  'expect',
])

/** Removing one of these because `Connection` names it would let a second request be smuggled. */
const FRAMING: ReadonlySet<string> = new Set(['host', 'content-length', 'transfer-encoding'])

/** The further headers that a `Connection` header names as belonging to the connection. */
export function namedByConnection(connection: string | undefined): readonly string[] {
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return []
  return connection
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => !FRAMING.has(name))
}
