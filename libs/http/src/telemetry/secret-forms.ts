/** The pattern of one kind of secret. */
interface SecretForm {
  /** Matches every string that holds such a secret, and faster than the form. */
  sign: RegExp
  form: RegExp
}

/** A character of a URL that is percent-encoded up to four times. */
const encoded = (hex: string) => `%(?:25){0,3}${hex}`
const EQUALS = `(?:=|${encoded('3d')})`
const ENCODED_AT = String.raw`(?:${encoded('40')}|\\u0040)`
const QUOTE = String.raw`\\?["']?`

/** No letter or digit is before this position, except those of a percent-encoded character. */
const START = String.raw`(?<![A-Za-z\d](?<!%[\dA-Fa-f]{2}))`

const PRIVATE_KEY = String.raw`[A-Z\d ]{0,30}PRIVATE KEY`

/** The end of the name of a parameter, header, variable or member that holds a secret. */
const NAME = [
  'token|secret|passw(?:or)?d|passphrase|signature|verifier|assertion',
  String.raw`(?:api|access|account|private)[-_]?key|session(?:cookie)?-\d`,
  `(?:[?&]|${encoded('(?:3f|26)')})(?:sig|code)`,
].join('|')

/** Tokens by the prefix that their issuer gives them, and the characters after it. */
const TOKENS: readonly [prefix: string, rest: string][] = [
  // Keys of the landscape.
  ['lsk_', String.raw`[\da-f_]{20,}`],
  // GitHub.
  ['gh[opusr]_', String.raw`[\w.-]{20,}`],
  ['github_pat_', String.raw`\w{20,}`],
  // Amazon: access keys and sessions.
  ['A(?:[KSB]I|CC)A', String.raw`[A-Z\d]{16}(?![A-Za-z\d])`],
  ['(?:IQoJ|F[Qw]oG)', '[A-Za-z\\d+/=]{40,}'],
]
const PREFIX = TOKENS.map(([prefix]) => prefix).join('|')
const TOKEN = TOKENS.map(([prefix, rest]) => prefix + rest).join('|')

/**
 * All forms, in the order of replacement. A form matches only at the start of a run of its characters
 * (lookbehind), which keeps the time linear in the length of the string.
 */
export const SECRET_FORMS: readonly SecretForm[] = [
  // Private keys; up to the end of the string when one is truncated.
  {
    sign: /-----BEGIN/,
    form: new RegExp(
      `-----BEGIN ${PRIVATE_KEY}[^]*?(?:-----END ${PRIVATE_KEY}(?: BLOCK)?-----|$)`,
      'g',
    ),
  },
  // Signed and encrypted tokens (RFC 7515, 7516), and sealed cookies, whose second part is empty.
  { sign: /eyJ/, form: new RegExp(String.raw`(?<![_-])${START}eyJ[\w-]{10,}(?:\.[\w-]*)*`, 'g') },
  { sign: new RegExp(PREFIX), form: new RegExp(`${START}(?:${TOKEN})`, 'g') },
  // Tokens of GitHub without a prefix of their own: only the word before them distinguishes them from a
  // commit's hash.
  { sign: /v1\./, form: /(?<![\w.])v1\.[\da-f]{40}(?!\w)/g },
  { sign: /token /i, form: /(?<=token {1,4})[\da-f]{40}(?!\w)/gi },
  // Credentials of a header (RFC 9110 §11.4), unlike the words "Basic authentication".
  {
    sign: /(?:bearer|basic) /i,
    form: /(?<![A-Za-z])(?<=(?:[Bb]earer|BEARER|[Bb]asic|BASIC) {1,4})(?=[^\s]*[\dA-Z=])[\w.~+/-]{6,}=*/g,
  },
  // Name and password in an address: redis://:secret@host.
  { sign: /@/, form: /(?<=[A-Za-z\d]:\/\/)[^\s/?#]+(?=@)/g },
  // All cookies of a header.
  {
    sign: /cookie/i,
    form: new RegExp(`(?<=cookie${QUOTE}: ?${QUOTE})[^\\s"'\\\\][^\\r\\n"'\\\\]*`, 'gi'),
  },
  // The value of a secret's name: after "=" any, after ":", which prose has too, one with a digit.
  {
    sign: /=|%\d*3d/i,
    form: new RegExp(`(?<=(?:${NAME})${QUOTE}${EQUALS}${QUOTE})[^\\s"'&,;\\\\]{4,}`, 'gi'),
  },
  {
    sign: /:/,
    form: new RegExp(
      `(?<=(?:${NAME})${QUOTE} ?: ?${QUOTE})(?=[^\\s"'&,;\\\\]{0,200}\\d)[^\\s"'&,;\\\\]{8,}`,
      'gi',
    ),
  },
  // E-mail addresses.
  { sign: /@/, form: /(?<![^\s@"',;:<>()[\]])[^\s@"',;:<>()[\]]+@[\w-]+(?:\.[\w-]+)+/g },
  {
    sign: /40/,
    form: new RegExp(`(?<![\\w.+%~-])[\\w.+%~-]+${ENCODED_AT}[\\w-]+(?:\\.[\\w-]+)+`, 'g'),
  },
]
