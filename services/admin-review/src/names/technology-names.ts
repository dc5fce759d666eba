import { unknownMember } from '@landscape/contracts/control-members'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { UNKNOWN_MEMBER } from '@landscape/contracts/errors/faults'
import { newFaults } from '@landscape/store/documents/unchanged'
import {
  MAX_TECHNOLOGY_NAMES,
  type NameClash,
  nameClashes,
  TechnologyName,
  technologyNamesOf,
  type TechnologyNamesDocument,
} from '@landscape/contracts/technology-names'
import { z } from 'zod'
import { lossOf, type Kind, type Loss } from '../history/removals.ts'
import { keyOrText, pairsOf } from './merges.ts'

export const INVALID_NAMES = 'Invalid data format. An array of names with aliases is required.'
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
  const found = newFaults(Names, names, stored)
  if (found.length > 0) {
    const unknown = found.find(({ detail }) => detail === UNKNOWN_MEMBER)
    const text = unknown ? unknownMember(String(unknown.path.at(-1))) : INVALID_NAMES
    throw new DomainError('invalid-input', text, {
      faults: found.map(({ path, detail }) => ({ path: ['names', ...path], detail })),
    })
  }
  const next = names as TechnologyNamesDocument
  assertNoNewClash(stored, next, ({ path }) => ['names', ...path])
  return next
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
