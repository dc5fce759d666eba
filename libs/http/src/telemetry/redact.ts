import { SECRET_FORMS } from './secret-forms.ts'

const CENSORED = '[redacted]'
const MAX_DEPTH = 5

const SECRET_KEYS = new Set([
  'authorization',
  'proxy-authorization',
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
  'code_verifier',
  'private_key',
  'secret',
  'password',
  'accesstoken',
  'refreshtoken',
  'idtoken',
  'clientsecret',
  'codeverifier',
  'privatekey',
  'secretaccesskey',
  'sessiontoken',
  'x-amz-security-token',
  'x-api-key',
  'apikey',
  'passphrase',
  'githubusertoken',
  'scmusertoken',
  'email',
])

/** Replaces tokens, credentials and e-mail addresses in a string with `[redacted]`. */
export function redactText(text: string): string {
  let shown = text
  for (const { sign, form } of SECRET_FORMS) {
    if (sign.test(text)) shown = shown.replace(form, CENSORED)
  }
  return shown
}

/**
 * Redacts a value for a log line: members with the name of a secret, and secrets inside strings, at any depth
 * that is logged. Errors are left to their serialiser.
 */
export function redactValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value)
  if (typeof value !== 'object' || value === null || Error.isError(value)) return value
  if (depth >= MAX_DEPTH) return '[deep]'
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      SECRET_KEYS.has(key.toLowerCase()) ? CENSORED : redactValue(member, depth + 1),
    ]),
  )
}
