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

/**
 * The letters of an expression in either case. The modifier `(?i:)` would say the same, but the engine
 * ignores it once a process has compiled so many expressions that it optimises no more of them.
 */
function inAnyCase(source: string): string {
  return source.replace(/(?<!\\)[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)
}

/** How names of secrets end, in parameters, headers, variables and members. */
const SECRET_NAME = inAnyCase(
  String.raw`(?:token|secret|passw(?:or)?d|passphrase|signature|verifier|assertion|(?:api|access|private)[-_]?key|session(?:cookie)?-\d|[?&](?:sig|code))`,
)

/**
 * What a secret looks like inside free text. Each form begins where a run of its letters begins (a
 * look behind), so no letter is tried as the beginning of the same run twice: the time grows with the
 * length of the text alone.
 */
const SECRET_FORMS = [
  // Private keys.
  /-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----[^-]*(?:-----END [A-Z ]{0,20}PRIVATE KEY-----)?/,
  // Signed and encrypted tokens (RFC 7515, 7516), sealed cookies among them, whose second part is empty.
  /(?<![\w-])eyJ[\w-]{10,}(?:\.[\w-]*)*/,
  // Tokens of the source-control host and of chat.
  /(?<![A-Za-z\d])(?:gh[opusr]_[\w.-]{20,}|github_pat_\w{20,}|x(?:ox[a-z]|app|wfp)-[\w-]{10,})/,
  /(?<=hooks\.slack\.com\/(?:services|workflows|triggers)\/)[\w/]+/,
  // Earlier ones of the host, as hashes of commits look but for what stands before them.
  /(?<![\w.])v1\.[\da-f]{40}(?!\w)/,
  /(?<=[Tt]oken {1,4})[\da-f]{40}(?!\w)/,
  // Access keys and sessions of the cloud.
  /(?<![A-Za-z\d])A(?:[KSB]I|CC)A[A-Z\d]{16}(?![A-Za-z\d])/,
  /(?<![A-Za-z\d+/])(?:IQoJ|F[Qw]oG)[A-Za-z\d+/=]{40,}/,
  // Credentials of a header (RFC 9110 §11.4); the word alone, as in "Basic authentication", is none.
  /(?<![A-Za-z])(?<=(?:[Bb]earer|BEARER|[Bb]asic|BASIC) {1,4})(?=[^\s]*[\dA-Z=])[\w.~+/-]{6,}=*/,
  // Name and password in an address: redis://:secret@host.
  /(?<=[A-Za-z\d]:\/\/)[^\s/?#]+(?=@)/,
  // Cookies of a header, whatever they are called.
  /(?<=[Cc]ookie\\?["']?: ?\\?["']?)[^\s"'\\][^\r\n"'\\]*/,
  // What has a secret's name: behind "=" anything, behind ":", as prose has it, what holds a digit.
  new RegExp(String.raw`(?<=${SECRET_NAME}\\?["']?=\\?["']?)[^\s"'&,;\\]{4,}`),
  new RegExp(
    String.raw`(?<=${SECRET_NAME}\\?["']? ?: ?\\?["']?)(?=[^\s"'&,;\\]{0,200}\d)[^\s"'&,;\\]{8,}`,
  ),
  // E-mail addresses.
  /(?<![^\s@"',;:<>()[\]])[^\s@"',;:<>()[\]]+@[\w-]+(?:\.[\w-]+)+/,
]
const SECRET_TEXT = new RegExp(SECRET_FORMS.map(({ source }) => source).join('|'), 'g')
/** Most texts hold none of these, and looking is much cheaper than matching; names need `=` or `:`. */
const SIGN =
  /[=:@]|-----B|eyJ|gh[opusr]_|github_pat_|hooks\.slack\.com|earer |EARER |asic |ASIC |oken |[KSB]IA|CCA|QoJ|F[Qw]oG|xox|xapp|xwfp|v1\./

/** Replaces tokens, credentials and e-mail addresses in a text with `[redacted]`. */
export function redactText(text: string): string {
  if (!SIGN.test(text)) return text
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
