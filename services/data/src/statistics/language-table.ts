import type { StoredRepository } from '@landscape/contracts/repositories'

/**
 * The repositories of a version and their languages as flat numbers, so that a pass over thousands of them touches
 * no objects. The uses of repository `i` are those from `offsets[i]` to before `offsets[i + 1]`.
 */
export interface LanguageTable {
  /** Time of the last commit in milliseconds since the epoch; NaN when it is not known. */
  readonly commits: Float64Array
  /** 1 for an archived repository. */
  readonly archived: Uint8Array
  /** Position in `VISIBILITIES`; their number for any other. */
  readonly visibilities: Uint8Array
  readonly offsets: Uint32Array
  /** By use: position in `names`. */
  readonly languages: Uint32Array
  readonly percentages: Float64Array
  readonly sizes: Float64Array
  /** Names of the languages, in the order of their first use. */
  readonly names: readonly string[]
}

export const VISIBILITIES = ['PRIVATE', 'PUBLIC', 'INTERNAL'] as const

/** The table of repositories in stored order. */
export function languageTable(all: readonly StoredRepository[]): LanguageTable {
  const uses = all.reduce((sum, { languages }) => sum + languages.length, 0)
  const positions = new Map<string, number>()
  const table = {
    commits: Float64Array.from(all, ({ lastCommitAt = NaN }) => lastCommitAt),
    archived: Uint8Array.from(all, ({ isArchived }) => Number(isArchived)),
    visibilities: Uint8Array.from(all, ({ visibility }) => {
      const position = (VISIBILITIES as readonly string[]).indexOf(visibility)
      return position < 0 ? VISIBILITIES.length : position
    }),
    offsets: new Uint32Array(all.length + 1),
    languages: new Uint32Array(uses),
    percentages: new Float64Array(uses),
    sizes: new Float64Array(uses),
  }
  let use = 0
  for (const [index, { languages }] of all.entries()) {
    for (const { name, percentage, size } of languages) {
      const position = positions.get(name) ?? positions.size
      positions.set(name, position)
      table.languages[use] = position
      table.percentages[use] = amount(percentage)
      table.sizes[use] = amount(size)
      use++
    }
    table.offsets[index + 1] = use
  }
  return { ...table, names: [...positions.keys()] }
}

/** Numbers beyond the safe integers count as 0, so that every sum stays finite. */
function amount(value: number | null): number {
  return value !== null && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : 0
}
