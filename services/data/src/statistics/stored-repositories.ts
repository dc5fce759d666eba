import { asRecord, parseIsoInstant, recordsOf, type JsonRecord } from '@landscape/contracts'

/** Earlier than every date, so that what carries it passes no date filter. */
const NEVER = Number.MIN_SAFE_INTEGER

/** The repositories of a document as columns in stored order. */
export interface RepositoryColumns {
  readonly repositories: readonly JsonRecord[]
  /** Last commits; without one, or with one still to come, earlier than every date. */
  readonly changed: Float64Array
  readonly archived: Uint8Array
  readonly visibility: Int8Array
  readonly uses: LanguageUses
  /** When the first of the commits still to come is no longer in the future. */
  readonly validUntil: number
}

/** Every use of a language, in stored order. */
export interface LanguageUses {
  /** The languages' names by their number. */
  readonly names: readonly string[]
  /** The uses of repository `i` are those from `start[i]` up to `start[i + 1]`. */
  readonly start: Uint32Array
  readonly language: readonly number[]
  readonly percentage: readonly number[]
  readonly size: readonly number[]
}

/**
 * The columns of a stored document, in slices; what in it is no object is left out.
 *
 * @param now milliseconds since the epoch
 */
export function* readColumns(document: unknown, now: number): Generator<void, RepositoryColumns> {
  const repositories = recordsOf(asRecord(document)['repositories'])
  const changed = new Float64Array(repositories.length).fill(NEVER)
  const archived = new Uint8Array(repositories.length)
  const visibility = new Int8Array(repositories.length)
  let validUntil = Infinity
  for (const [index, repository] of repositories.entries()) {
    archived[index] = repository['is_archived'] ? 1 : 0
    visibility[index] = visibilityCode(repository['visibility'])
    const lastCommit = lastCommitOf(repository) ?? NEVER
    if (lastCommit <= now) changed[index] = lastCommit
    else validUntil = Math.min(validUntil, lastCommit)
    yield
  }
  const uses = yield* readUses(repositories)
  return { repositories, changed, archived, visibility, uses, validUntil }
}

function* readUses(repositories: readonly JsonRecord[]): Generator<void, LanguageUses> {
  const numbers = new Map<string, number>()
  const start = new Uint32Array(repositories.length + 1)
  const language: number[] = []
  const percentage: number[] = []
  const size: number[] = []
  for (const [index, repository] of repositories.entries()) {
    for (const use of languagesOf(repository)) {
      let number = numbers.get(use.name)
      if (number === undefined) numbers.set(use.name, (number = numbers.size))
      language.push(number)
      percentage.push(use.percentage)
      size.push(use.size)
    }
    start[index + 1] = language.length
    yield
  }
  return { names: [...numbers.keys()], start, language, percentage, size }
}

/** The visibilities that are counted, in the order of the numbers that `statsOf` takes. */
export const VISIBILITIES = ['PRIVATE', 'PUBLIC', 'INTERNAL'] as const

/** Which of the visibilities a stored value is; -1 for anything else. */
export function visibilityCode(stored: unknown): number {
  return VISIBILITIES.findIndex((visibility) => visibility === stored)
}

/** Share of one language in one repository. */
export interface LanguageUse {
  readonly name: string
  readonly percentage: number
  readonly size: number
}

/** The languages of a stored repository that have a name. */
export function languagesOf(repository: JsonRecord): LanguageUse[] {
  return recordsOf(asRecord(repository['technologies'])['languages']).flatMap((language) => {
    const { name, percentage, size } = language
    if (typeof name !== 'string') return []
    return [{ name, percentage: amount(percentage), size: amount(size) }]
  })
}

/** Numbers past the safe integers are taken for garbage, so that no sum can leave the numbers JSON has. */
function amount(value: unknown): number {
  return typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : 0
}

/** When a stored repository was last changed, if it says so in a form that can be compared. */
function lastCommitOf(repository: JsonRecord): number | undefined {
  const stored = repository['last_commit']
  return typeof stored === 'string' ? parseIsoInstant(stored) : undefined
}
