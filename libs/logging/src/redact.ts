const CENSORED = '[redacted]'
const MAX_DEPTH = 5

const SECRET_KEYS = new Set([
  'authorization',
  'cookie',
  'set-cookie',
  'x-amzn-oidc-data',
  'x-amzn-oidc-accesstoken',
  'x-landscape-identity',
  'token',
  'access_token',
  'refresh_token',
  'id_token',
  'client_secret',
  'secret',
  'password',
  'email',
])

/** What a secret looks like inside free text: signed tokens, source-control tokens, e-mails. */
const SECRET_TEXT =
  /\beyJ[\w-]+\.[\w-]+\.[\w-]*|\bgh[opusr]_[\w.-]{20,}|[^\s@"',;:<>()[\]]{1,64}@[\w-]+(?:\.[\w-]+)+/g

/** Replaces tokens and e-mail addresses in a text with `[redacted]`. */
export function redactText(text: string): string {
  // Most texts hold none of these, and looking is much cheaper than matching.
  if (!text.includes('@') && !text.includes('eyJ') && !text.includes('gh')) return text
  return text.replace(SECRET_TEXT, CENSORED)
}

/**
 * A value fit for a log line: members with a secret's name and secrets inside texts are replaced,
 * at any depth that is logged. Errors are left to their serialiser.
 */
export function redactValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value)
  if (typeof value !== 'object' || value === null || Error.isError(value)) return value
  if (depth >= MAX_DEPTH) return '[deep]'
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1))
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    const member = (value as Record<string, unknown>)[key]
    copy[key] = SECRET_KEYS.has(key.toLowerCase()) ? CENSORED : redactValue(member, depth + 1)
  }
  return copy
}
