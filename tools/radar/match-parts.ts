import { isRecord, type JsonRecord } from '@landscape/contracts/json'
import { foldPartName, type FilePart } from './file-radar.ts'

/** A quadrant or ring of the stored radar. */
export type Part = JsonRecord & { id: string; name: string }

/** The resulting quadrants or rings, and a lookup by the references of a file. */
export interface MatchedParts {
  parts: Part[]
  /** Whether the parts are those of the file, in its order. */
  areOfFile: boolean
  /** @param ref id, name or index in the file */
  find: (ref: string | number) => Part | undefined
}

interface Matching {
  /** Whether the file defines them; otherwise they are collected from the entries. */
  isDefined: boolean
  /** Whether those of the file replace those of the radar. */
  replaces: boolean
}

/**
 * Matches the quadrants or rings of a file with those of the radar by name, or by id when it has only ids.
 */
export function matchParts(
  file: readonly FilePart[],
  stored: readonly unknown[],
  { isDefined, replaces }: Matching,
): MatchedParts {
  const known = stored.filter(isRecord).flatMap((part) => {
    const { id, name } = part
    return typeof id === 'string'
      ? [{ ...part, id, name: typeof name === 'string' ? name : id }]
      : []
  })
  const matches = file.map((part) => counterpart(part, known))
  const suffices = !isDefined && matches.every((match) => match !== undefined)
  const isKept = known.length > 0 && (!replaces || suffices)
  const areOfFile = !isKept && file.length > 0
  const parts = areOfFile ? defined(file, matches) : known
  const matched = isKept ? matches : parts
  return {
    parts,
    areOfFile,
    find(ref) {
      if (file.length === 0) return typeof ref === 'number' ? parts[ref] : undefined
      return matched[typeof ref === 'number' ? ref : indexOf(ref, file)]
    },
  }
}

function counterpart(part: FilePart, known: readonly Part[]): Part | undefined {
  const folded = foldPartName(part.name)
  return (
    known.find(({ id, name }) => id === part.id && name === part.name) ??
    known.find(({ name }) => name === part.name) ??
    known.find(({ name }) => foldPartName(name) === folded) ??
    known.find(
      ({ id, name }) =>
        part.id === undefined && (id === part.name || slugOf(name) === slugOf(part.name)),
    )
  )
}

/** The definitions of the file, with the ids of their counterparts in the radar. */
function defined(file: readonly FilePart[], matches: readonly (Part | undefined)[]): Part[] {
  const taken = new Set<string>()
  return file.map(({ id, name, color, description }, i) => ({
    ...matches[i],
    id: freeId(matches[i]?.id ?? id ?? slugOf(name), taken),
    name,
    ...(color !== undefined && { color }),
    ...(description !== undefined && { description }),
  }))
}

function indexOf(ref: string, file: readonly FilePart[]): number {
  const byId = file.findIndex(({ id }) => id === ref)
  if (byId >= 0) return byId
  const byName = file.findIndex(({ name }) => name === ref)
  return byName >= 0
    ? byName
    : file.findIndex(({ name }) => foldPartName(name) === foldPartName(ref))
}

/** Converts a name to a part of an id: `C# & .NET` → `c-net`. */
export function slugOf(text: string): string {
  const words =
    text
      .normalize('NFKD')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return words.join('-').slice(0, 100) || 'entry'
}

/** Reserves the id, with a numeric suffix when it is taken. */
export function freeId(wanted: string, taken: Set<string>): string {
  let id = wanted
  for (let i = 2; taken.has(id); i++) id = `${wanted}-${i}`
  taken.add(id)
  return id
}
