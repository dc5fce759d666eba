import { admitKey } from '@landscape/contracts/admit'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { asRecord, elementsOf } from '@landscape/contracts/json'
import {
  MAX_ALIASES,
  technologyNamesOf,
  type TechnologyNamesDocument,
} from '@landscape/contracts/technology-names'
import { assertNoNewClash, MAX_TECHNOLOGY_NAMES } from './technology-names.ts'

/** A technology and one of its other names, each in any spelling. */
interface Alias {
  name: string
  alias: string
}

/**
 * Adds one alias; a name that is not stored is added as well. An alias that is stored in another spelling
 * stays.
 *
 * @throws DomainError `conflict` for a name or alias of another technology; `invalid-input` for too many, or for
 *   a spelling of the name
 */
export function addAlias(
  stored: TechnologyNamesDocument,
  { name, alias }: Alias,
): TechnologyNamesDocument {
  if (isSame(name, alias)) {
    const detail = 'is another spelling of the name'
    throw new DomainError('invalid-input', `Invalid alias: it ${detail}`, {
      faults: [{ path: ['alias'], detail }],
    })
  }
  const index = indexOf(stored, name)
  const aliases = aliasesAt(stored, index)
  if (aliases.some((one) => isSame(one, alias))) return stored
  const of = { name, aliases: [alias] }
  if (index < 0) assertRoom(stored.length < MAX_TECHNOLOGY_NAMES, 'name', MAX_TECHNOLOGY_NAMES)
  else assertRoom(aliases.length < MAX_ALIASES, 'alias', MAX_ALIASES)
  const next = index < 0 ? [...stored, of] : withAliases(stored, index, [...aliases, alias])
  assertNoNewClash(stored, next, ({ shared }) => [isSame(shared, alias) ? 'alias' : 'name'])
  return next
}

/**
 * Removes one alias; its name stays.
 *
 * @throws DomainError `not-found`
 */
export function removeAlias(
  stored: TechnologyNamesDocument,
  { name, alias }: Alias,
): TechnologyNamesDocument {
  const index = indexOf(stored, name)
  if (index < 0) throw new DomainError('not-found', `No aliases of ${name} are stored`)
  const aliases = aliasesAt(stored, index)
  const left = aliases.filter((one) => !isSame(one, alias))
  if (left.length === aliases.length) {
    throw new DomainError('not-found', `${name} has no alias "${alias}"`)
  }
  return withAliases(stored, index, left)
}

function indexOf(stored: TechnologyNamesDocument, name: string): number {
  return stored.findIndex((element) => isSame(technologyNamesOf([element])[0]?.name, name))
}

function aliasesAt(stored: TechnologyNamesDocument, index: number): readonly unknown[] {
  return elementsOf(asRecord(stored[index])['aliases'])
}

function withAliases(stored: TechnologyNamesDocument, index: number, aliases: unknown[]) {
  return stored.with(index, { ...asRecord(stored[index]), aliases })
}

function isSame(one: unknown, other: string): boolean {
  if (typeof one !== 'string') return false
  const key = admitKey(other)
  return one === other || (key !== undefined && admitKey(one) === key)
}

function assertRoom(hasRoom: boolean, member: 'name' | 'alias', maximum: number): void {
  if (hasRoom) return
  const plural = member === 'name' ? 'names' : 'aliases'
  const faults = [{ path: [member], detail: `exceeds the maximum number of ${plural}` }]
  throw new DomainError('invalid-input', `More than ${maximum} ${plural}`, { faults })
}
