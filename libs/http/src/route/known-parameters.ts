import { DomainError } from '@landscape/contracts/errors/domain-error'
import { didYouMean } from '../request/nearest.ts'
import { MAX_SHOWN } from '../errors/problem.ts'

/** Maximum length of a name in an error message (characters). */
const MAX_NAME = 100

/**
 * Checks that a query has only known parameters, and each at most once.
 *
 * @throws DomainError `invalid-input` that names the nearest known parameter, or all; or one that is repeated
 */
export function assertKnownParameters(query: object, known: readonly string[]): void {
  const names = Object.keys(query)
    .filter((name) => !known.includes(name))
    .slice(0, MAX_SHOWN.errors)
  const [first] = names
  if (first === undefined) {
    assertSingle(query)
    return
  }
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

function assertSingle(query: object): void {
  const repeated = Object.entries(query).find(([, value]) => Array.isArray(value))
  if (!repeated) return
  const [name] = repeated
  throw new DomainError('invalid-input', `${name} is given more than once`, {
    faults: [{ path: [name], detail: 'is given more than once' }],
  })
}
