import { z } from 'zod'
import {
  admitKey,
  admitName,
  isShortName,
  keyOf,
  MAX_NAME_LENGTH,
  type Name,
  type NameKey,
} from './admit.ts'
import { describedAs } from './described-as.ts'
import { elementsOf, isRecord, recordsOf } from './json.ts'

export const MAX_TECHNOLOGY_NAMES = 2_000
export const MAX_ALIASES = 100

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

/** `audit-tool/technology_names.json`: one malformed element does not affect the others. */
export const TechnologyNamesDocument = describedAs(
  z.array(z.unknown()),
  z.array(z.looseObject({ name: z.string(), aliases: z.array(z.string()) })),
)
export type TechnologyNamesDocument = z.infer<typeof TechnologyNamesDocument>

/** Resolves names through the aliases of the stored names. */
export interface NameIndex {
  /** The key of the technology that a name or alias belongs to. */
  resolve(name: Name): NameKey
  /** The stored name of a key, with its aliases. */
  named(key: NameKey): { name: Name; aliases: readonly Name[] } | undefined
}

/**
 * Indexes the stored names. An alias of two names belongs to the first; a name is never an alias. A string that is not
 * a name does not take part.
 */
export function indexNames(stored: unknown): NameIndex {
  const byKey = new Map<NameKey, { name: Name; aliases: readonly Name[] }>()
  for (const entry of technologyNamesOf(stored)) {
    const name = admitName(entry.name)
    const key = name && keyOf(name)
    if (!key || byKey.has(key)) continue
    const aliases = entry.aliases.slice(0, MAX_ALIASES).flatMap((alias) => admitName(alias) ?? [])
    byKey.set(key, { name, aliases })
  }
  const keyOfAlias = new Map<NameKey, NameKey>()
  for (const [key, { aliases }] of byKey) {
    for (const alias of aliases.map(keyOf)) {
      if (!byKey.has(alias) && !keyOfAlias.has(alias)) keyOfAlias.set(alias, key)
    }
  }
  return {
    resolve(name) {
      const key = keyOf(name)
      return keyOfAlias.get(key) ?? key
    },
    named: (key) => byKey.get(key),
  }
}

/** The well-formed elements of the document, in stored order. */
export function technologyNamesOf(stored: unknown): TechnologyName[] {
  return recordsOf(stored).flatMap(({ name, aliases }) => {
    if (typeof name !== 'string' || (admitKey(name) ?? '') === '') return []
    const strings = Array.isArray(aliases) ? aliases : []
    return [{ name, aliases: strings.filter((alias) => typeof alias === 'string') }]
  })
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
