import { DomainError } from './domain-error.ts'
import { type Fault, faultsOf } from './faults.ts'

/** The result of a zod schema. */
type ParseResult<T> =
  | { success: true; data: T; error?: undefined }
  | { success: false; data?: undefined; error: { issues: readonly { message: string }[] } }

/**
 * The output of a schema.
 *
 * @throws DomainError `invalid-input` with the message of the first fault, and all in `faults`
 */
export function validated<T>(
  schema: { safeParse: (value: unknown) => ParseResult<T> },
  value: unknown,
): T {
  const { success, data, error } = safeValidate(schema, value)
  if (success) return data
  const faults = faultsOf(error, value)
  const message = textOf(error.issues[0]?.message, faults[0])
  throw new DomainError('invalid-input', message, { cause: error, faults })
}

/** The message of a schema; in place of zod's own about the values of a member, the path and the fault. */
function textOf(message = 'Invalid input', fault: Fault | undefined): string {
  if (!fault || fault.path.length === 0 || !message.startsWith('Invalid option')) return message
  return `${fault.path.join('.')} ${fault.detail}`
}

/**
 * `schema.safeParse` for JSON values. Zod reads the member `length` of objects as well and throws a TypeError
 * when it is not comparable; such a member is ignored.
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
