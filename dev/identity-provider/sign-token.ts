import { sign, type KeyObject } from 'node:crypto'

/** A part of a token; the load balancer pads its base64url, the identity provider does not. */
export function encodePart(value: unknown, { padded = false } = {}): string {
  const text = Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString(
    'base64url',
  )
  return padded ? text.padEnd(Math.ceil(text.length / 4) * 4, '=') : text
}

/** A signed token (RFC 7515): RS256 with an RSA key, ES256 with an EC key. */
export function signToken(
  header: Readonly<Record<string, unknown>>,
  payload: unknown,
  key: KeyObject,
  { padded = false } = {},
): string {
  const input = `${encodePart(header, { padded })}.${encodePart(payload, { padded })}`
  const signature = sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' })
  return `${input}.${signature.toString('base64url')}${padded ? '==' : ''}`
}
