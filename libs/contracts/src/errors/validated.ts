import { DomainError } from './domain-error.ts'
import { faultsOf } from './faults.ts'

/** What zod says of a value. */
type Verdict<T> =
  | { success: true; data: T; error?: undefined }
  | { success: false; data?: undefined; error: { issues: readonly { message: string }[] } }

/**
 * A value as its schema reads it.
 *
 * @throws DomainError `invalid-input` with the text of the first fault, and all of them in `faults`
 */
export function validated<T>(
  schema: { safeParse: (value: unknown) => Verdict<T> },
  value: unknown,
): T {
  const { success, data, error } = safeValidate(schema, value)
  if (success) return data
  throw new DomainError('invalid-input', error.issues[0]?.message ?? 'Invalid input', {
    cause: error,
    faults: faultsOf(error, value),
  })
}

/**
 * What a schema says of a value that came as JSON. Zod asks everything that has a `length` for it, also what
 * is neither list nor text, and throws when that cannot be compared; such a member then does not count.
 */
export function safeValidate<R>(schema: { safeParse: (value: unknown) => R }, value: unknown): R {
  try {
    return schema.safeParse(value)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return schema.safeParse(withoutLengths(value))
  }
}

function withoutLengths(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withoutLengths)
  const members = Object.entries(value).filter(
    ([name, member]) => name !== 'length' || typeof member !== 'object',
  )
  return Object.fromEntries(members.map(([name, member]) => [name, withoutLengths(member)]))
}
