import { z } from 'zod'
import { admitKey, admitName, keyOf, type Name, type NameKey } from './admit.ts'
import { describedAs } from './described-as.ts'
import { recordsOf } from './json.ts'

/** Maximum number of aliases of a name. */
export const MAX_ALIASES = 100

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
export function technologyNamesOf(stored: unknown): { name: string; aliases: string[] }[] {
  return recordsOf(stored).flatMap(({ name, aliases }) => {
    if (typeof name !== 'string' || (admitKey(name) ?? '') === '') return []
    const strings = Array.isArray(aliases) ? aliases : []
    return [{ name, aliases: strings.filter((alias) => typeof alias === 'string') }]
  })
}
