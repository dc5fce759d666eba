/** Marks of different classes: each pair of neighbours is in the wrong order for normalisation. */
const MARKS = '\u0315\u0300\u05ae\u0327'

/** Repeated to a length; the first ones are complete names that objects inherit. */
const PIECES = [
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  'a'.repeat(40) + MARKS.repeat(40),
  '\ud83d',
  '\udea2',
  '👩‍👩‍👧‍👦',
  '/',
  '?',
  '../',
  '%2F%',
  '\ufdfa',
  '\u202eمرحبا ',
  'İß',
  '\u0000',
  '<script>"\'&',
  '=1+1,"\n',
  ' ',
  'ﬃ-',
  'x',
]
const WORDS = 4

/** Lengths around the bounds at which a program may cut a string. */
const LENGTHS = [1, 12, 40, 99, 100, 101, 200, 201, 400, 401]

/** A letter with marks in the worst order. */
export const marks = (length: number): string => `a${MARKS.repeat(length / MARKS.length)}`

/** Strings that end in half a character when they are cut at a bound. */
const CUT = [100, 200, 400, 500].map((bound) => `${'x'.repeat(bound - 1)}🚢`)

/** A string of a length from the worst characters; the index selects them. */
export function worstText(index: number, length: number): string {
  const piece = PIECES[index % PIECES.length] ?? ''
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length)
}

/** All short strings, each once: possible names. */
export const NAMES: readonly string[] = [
  '',
  ...PIECES.slice(0, WORDS),
  ...CUT,
  ...LENGTHS.flatMap((length) => PIECES.slice(WORDS).map((_, at) => worstText(at + WORDS, length))),
]

/** Creates a function that returns the short strings in rotation, at most as long as a bound. */
export function createTexts(start = 0): (max: number) => string {
  let at = start
  return (max) => (NAMES[at++ % NAMES.length] ?? '').slice(0, max)
}

/** Names of six letters; equal for equal numbers. */
export function letters(number: number): string {
  return (number + 26 ** 5)
    .toString(26)
    .replaceAll(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)))
}
