import { admitKey, isShortName, MAX_NAME_LENGTH, type NameKey } from '@landscape/contracts/admit'
import { unknownMember } from '@landscape/contracts/control-members'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { UNKNOWN_MEMBER } from '@landscape/contracts/errors/faults'
import { elementsOf, isRecord } from '@landscape/contracts/json'
import { newFaults } from '@landscape/store/documents/unchanged'
import {
  MAX_ALIASES,
  technologyNamesOf,
  type TechnologyNamesDocument,
} from '@landscape/contracts/technology-names'
import { z } from 'zod'
import { lossOf, type Kind, type Loss } from '../history/removals.ts'
import { keyOrText, pairsOf } from './merges.ts'

export const MAX_TECHNOLOGY_NAMES = 2_000

const TOO_LONG = `Name is longer than ${MAX_NAME_LENGTH} characters`
const Name = z
  .string('Invalid name')
  // A character has up to two units.
  .max(2 * MAX_NAME_LENGTH, TOO_LONG)
  .refine(isShortName, {
    message: TOO_LONG,
    params: { detail: `must have at most ${MAX_NAME_LENGTH} characters` },
    abort: true,
  })
  .refine((name) => (admitKey(name) ?? '') !== '', {
    message: 'Name is empty',
    params: { detail: 'must contain a character that names are compared by' },
  })
  .refine((name) => !/[\p{Cc}\p{Cf}]/u.test(name), {
    message: 'Name contains control characters',
    params: { detail: 'must not contain control characters' },
  })

/** A technology with its other names. */
export const TechnologyName = z
  .strictObject({
    name: Name.meta({ description: 'the name that pages show', examples: ['PostgreSQL'] }),
    aliases: z
      .array(Name, 'Invalid aliases')
      .max(MAX_ALIASES, `More than ${MAX_ALIASES} aliases`)
      .meta({ description: 'other names of the same technology', examples: [['Postgres']] }),
  })
  .meta({ id: 'TechnologyName' })
export type TechnologyName = z.infer<typeof TechnologyName>

export const INVALID_NAMES =
  'Invalid data format. The member names must be an array of names with aliases.'
const Names = z
  .array(TechnologyName, INVALID_NAMES)
  .max(MAX_TECHNOLOGY_NAMES, `More than ${MAX_TECHNOLOGY_NAMES} names`)

/**
 * Replaces all names. Stored elements that are sent unchanged are not validated again.
 *
 * @throws DomainError `invalid-input` for a malformed element; `conflict` when two technologies share a name
 */
export function replaceNames(
  stored: TechnologyNamesDocument,
  names: unknown,
): TechnologyNamesDocument {
  const faults = newFaults(Names, names, stored)
  if (faults.length > 0) {
    const unknown = faults.find(({ detail }) => detail === UNKNOWN_MEMBER)
    const text = unknown ? unknownMember(String(unknown.path.at(-1))) : INVALID_NAMES
    throw new DomainError('invalid-input', text, {
      faults: faults.map(({ path, detail }) => ({ path: ['names', ...path], detail })),
    })
  }
  const next = names as TechnologyNamesDocument
  assertNoNewClash(stored, next, ({ path }) => ['names', ...path])
  return next
}

/** Two technologies that share a name or an alias. */
export interface NameClash {
  /** The shared name, as it is written at its second use. */
  shared: string
  /** The names of both technologies, in stored order. */
  names: [string, string]
  /** Position of its second use. */
  path: (string | number)[]
}

/**
 * The names and aliases that belong to another technology, by its first use; malformed elements are skipped.
 */
export function nameClashes(names: readonly unknown[]): NameClash[] {
  const owners = new Map<NameKey, { index: number; name: string }>()
  return names.flatMap((entry, index) => {
    if (!isRecord(entry) || typeof entry['name'] !== 'string') return []
    const { name, aliases } = entry as { name: string; aliases?: unknown }
    const uses: { shared: unknown; path: NameClash['path'] }[] = [
      { shared: name, path: [index, 'name'] },
      ...elementsOf(aliases).map((shared, at) => ({ shared, path: [index, 'aliases', at] })),
    ]
    return uses.flatMap(({ shared, path }): NameClash[] => {
      if (typeof shared !== 'string') return []
      const key = admitKey(shared)
      if (key === undefined) return []
      const owner = owners.get(key)
      if (!owner) owners.set(key, { index, name })
      if (!owner || owner.index === index) return []
      return [{ shared, names: [owner.name, name], path }]
    })
  })
}

/**
 * Rejects a clash that is not stored: an undo can restore an alias that another technology has since.
 *
 * @param pathOf the path in the body of a name or alias
 */
export function assertNoNewClash(
  stored: TechnologyNamesDocument,
  next: TechnologyNamesDocument,
  pathOf: (clash: NameClash) => PropertyKey[],
): void {
  const keyOf = ({ shared, names }: NameClash) => [shared, ...names].map(keyOrText).join('\n')
  const known = new Set(nameClashes(stored).map(keyOf))
  const clash = nameClashes(next).find((one) => !known.has(keyOf(one)))
  if (!clash) return
  const [first, second] = clash.names
  const text = `"${clash.shared}" is a name or an alias of both ${first} and ${second}`
  const faults = [{ path: pathOf(clash), detail: `also belongs to ${first}` }]
  throw new DomainError('conflict', text, { faults })
}

const NAMES: Kind = {
  of: 'technology names',
  keysOf: (names) => names.map((name) => keyOrText(nameOf(name))),
  subjectOf: nameOf,
}

type Pair = ReturnType<typeof pairsOf>[number]
const ALIASES: Kind<Pair> = {
  of: 'aliases',
  keysOf: (pairs) => pairs.map(({ pair }) => pair),
  subjectOf: ({ name, alias }) => `${alias} (alias of ${name})`,
}

/** Removals by a save. */
export function lossesOfNames(
  before: TechnologyNamesDocument,
  after: TechnologyNamesDocument,
): Loss[] {
  return [lossOf(NAMES, before, after), lossOf(ALIASES, pairsOf(before), pairsOf(after))]
}

function nameOf(element: unknown): string {
  return technologyNamesOf([element])[0]?.name ?? JSON.stringify(element)
}
