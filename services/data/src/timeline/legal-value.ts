import { DomainError } from '@landscape/contracts/errors/domain-error'

/** Maximum number of values in an error. */
const MAX_NAMED = 20
const MAX_LENGTH = 100

/**
 * Checks that a filter has a legal value, in any case.
 *
 * @param part name of the parameter
 * @throws DomainError `invalid-input` that lists legal values
 */
export function assertLegal(
  part: string,
  wanted: string | undefined,
  legal: readonly string[],
): void {
  const lower = wanted?.toLowerCase()
  if (lower === undefined || legal.some((value) => value.toLowerCase() === lower)) return
  throw unknownValue(part, legalText(part, legal))
}

/** The legal values of a parameter in a sentence. */
export function legalText(part: string, legal: readonly string[]): string {
  if (legal.length === 0) return `there are no ${part}s`
  const others = legal.length - MAX_NAMED
  const listed = legal.slice(0, MAX_NAMED).map((value) => value.slice(0, MAX_LENGTH))
  return `${part}s are ${listed.join(', ')}${others > 0 ? ` and ${others} more` : ''}`
}

/** The error of a value that does not exist. */
export function unknownValue(part: string, known: string): DomainError {
  return new DomainError('invalid-input', `Unknown ${part}: ${known}`, {
    faults: [{ path: [part], detail: `is not a known ${part}; ${known}` }],
  })
}
