import { DomainError } from '@landscape/contracts/errors/domain-error'
import { didYouMean } from '@landscape/contracts/nearest'
import { MAX_SHOWN } from '../errors/problem.ts'

/** Maximum length of a name in an error message (characters). */
const MAX_NAME = 100

/**
 * Checks that a query has only known parameters.
 *
 * @throws DomainError `invalid-input` that names the nearest known parameter, or all
 */
export function assertKnownParameters(query: object, known: readonly string[]): void {
  const names = Object.keys(query)
    .filter((name) => !known.includes(name))
    .slice(0, MAX_SHOWN.errors)
  const [first] = names
  if (first === undefined) return
  const all = known.length === 0 ? 'There are none.' : `Known: ${known.join(', ')}.`
  const hintFor = (name: string) => didYouMean(name, known) || all
  throw new DomainError(
    'invalid-input',
    `Unknown parameter: ${first.slice(0, MAX_NAME).toWellFormed()}. ${hintFor(first)}`,
    {
      faults: names.map((name) => ({
        path: [name],
        detail: `is not a parameter. ${hintFor(name)}`,
      })),
    },
  )
}
