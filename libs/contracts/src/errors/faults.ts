import { ownMember } from '../json.ts'
/** One fault of a value: its path and what is wrong. It contains names of members, but never their values. */
export interface Fault {
  path: readonly PropertyKey[]
  /** The predicate of a sentence whose subject is the path: "must be a string" or "is missing". */
  detail: string
  /** Message of the schema, which existing clients may compare. */
  text?: string
  /** Whether an array or object exceeds its maximum number of elements. */
  isCount?: true
}

/** The members of zod issues that are read. */
interface Issue {
  readonly code?: string | undefined
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly expected?: unknown
  readonly origin?: unknown
  readonly maximum?: unknown
  readonly minimum?: unknown
  readonly inclusive?: boolean | undefined
  readonly values?: unknown
  readonly keys?: unknown
  readonly errors?: unknown
  readonly params?: { readonly detail?: unknown } | undefined
}

/** The detail of an unknown member. */
export const UNKNOWN_MEMBER = 'is not a recognised property'

/**
 * The faults of a value, in the order of the schema. A custom check gives the detail in `params: { detail }`.
 */
export function faultsOf(error: { readonly issues: readonly object[] }, value: unknown): Fault[] {
  return faultsIn(error.issues as readonly Issue[], value)
}

const SIZES: ReadonlySet<string> = new Set(['too_small', 'too_big'])

function faultsIn(issues: readonly Issue[], value: unknown): Fault[] {
  // Zod also checks the length of an array that should be a string: the wrong type is enough.
  const mistyped = new Set(
    issues.filter(({ code }) => code === 'invalid_type').map(({ path }) => path.join('/')),
  )
  return issues
    .filter(({ code = '', path }) => !SIZES.has(code) || !mistyped.has(path.join('/')))
    .flatMap((issue) => faultsOfIssue(issue, value))
}

function faultsOfIssue(issue: Issue, value: unknown): Fault[] {
  const { code, path, message: text, keys, errors, params } = issue
  if (typeof params?.detail === 'string') return [{ path, detail: params.detail, text }]
  if (code === 'unrecognized_keys' && Array.isArray(keys)) {
    return keys.map((key: string) => ({
      path: [...path, key],
      detail: UNKNOWN_MEMBER,
    }))
  }
  const at = valueAt(value, path)
  if (at === undefined && NEEDS_VALUE.has(code)) return [{ path, detail: 'is missing', text }]
  if (code === 'invalid_union' && Array.isArray(errors)) {
    return faultsOfUnion(issue, errors as Issue[][], at)
  }
  const isCount = code === 'too_big' && Array.isArray(at)
  return [{ path, detail: detailOf(issue), text, ...(isCount && { isCount }) }]
}

const NEEDS_VALUE: ReadonlySet<string | undefined> = new Set([
  'invalid_type',
  'invalid_value',
  'invalid_union',
  'custom',
])

function valueAt(value: unknown, path: Issue['path']): unknown {
  return path.reduce<unknown>(
    (part, key) => (typeof part === 'object' && part !== null ? Reflect.get(part, key) : undefined),
    value,
  )
}

/** The faults of the alternative that matches best. */
function faultsOfUnion({ path, message }: Issue, all: readonly Issue[][], value: unknown): Fault[] {
  const selected = all.filter((issues) => !issues.some(isOtherDiscriminator))
  const found = (selected.length > 0 ? selected : all).map((issues) => faultsIn(issues, value))
  const nearest = found.toSorted((a, b) => depthOf(b) - depthOf(a))[0] ?? []
  if (depthOf(nearest) > 0) {
    return nearest.map((fault) => ({ ...fault, path: [...path, ...fault.path] }))
  }
  const here = found.flat()
  const details = new Set(here.map(({ detail }) => detail))
  // The default message of a custom check adds nothing to the other details.
  if (details.size > 1) details.delete('Invalid input')
  const text = here[0]?.text ?? message
  return [{ path, detail: details.size > 0 ? [...details].join(', or ') : text, text }]
}

/** Whether a discriminating member has the value of another alternative. */
function isOtherDiscriminator({ code, path, values }: Issue): boolean {
  return code === 'invalid_value' && path.length > 0 && Array.isArray(values) && values.length === 1
}

function depthOf(faults: readonly Fault[]): number {
  return Math.max(0, ...faults.map(({ path }) => path.length))
}

const NAMES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  tuple: 'an array',
  set: 'an array',
  object: 'an object',
  record: 'an object',
  null: 'null',
  undefined: 'absent',
  never: 'absent',
}

function detailOf(issue: Issue): string {
  const { code, message, expected, origin, maximum, minimum, inclusive, values } = issue
  switch (code) {
    case 'invalid_type':
      return `must be ${ownMember(NAMES, String(expected)) ?? String(expected)}`
    case 'too_big':
      if (isNumber(origin))
        return `must be ${inclusive === false ? 'less than' : 'at most'} ${String(maximum)}`
      return `must have at most ${amount(maximum, origin)}`
    case 'too_small':
      if (isNumber(origin))
        return `must be ${inclusive === false ? 'greater than' : 'at least'} ${String(minimum)}`
      if (Number(minimum) === 1) return 'must not be empty'
      return `must have at least ${amount(minimum, origin)}`
    case 'invalid_value':
      return `must be ${Array.isArray(values) ? values.map(nameOf).join(' or ') : 'another value'}`
    case 'invalid_key':
      return 'has a name that is not allowed'
    default:
      return message
  }
}

function nameOf(value: unknown): string {
  return value === '' ? 'empty' : String(value)
}

function isNumber(origin: unknown): boolean {
  return origin === 'number' || origin === 'int'
}

function amount(bound: unknown, origin: unknown): string {
  const thing = origin === 'string' ? 'character' : 'element'
  return `${String(bound)} ${thing}${Number(bound) === 1 ? '' : 's'}`
}
