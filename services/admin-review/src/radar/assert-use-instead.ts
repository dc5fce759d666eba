import { type Directorates, presentRing } from '@landscape/contracts/directorates'
import { asRecord, understood } from '@landscape/contracts/json'
import { entryOf, type StoredEntry } from '@landscape/contracts/entries'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { RadarDocument } from '@landscape/contracts/landscape'
import { type RingRoles, rolesOf } from '@landscape/contracts/ring-roles'

/** Decides the present ring of an entry. */
interface Reference {
  directorates?: Directorates | undefined
  /** Milliseconds since the epoch. */
  now?: number | undefined
}

/**
 * Validates each `useInstead` that a save changes: another entry of the radar, which the default directorate does not
 * advise against. Unchanged values pass, whatever happened to the entries that they name.
 *
 * @param options `sent`: the submitted entries, for the paths of the faults; without `directorates` the ring is not checked
 * @throws DomainError `invalid-input`
 */
export function assertUseInstead(
  before: RadarDocument | undefined,
  after: RadarDocument,
  { sent, directorates, now }: { sent: readonly unknown[] } & Reference,
): void {
  const roles = rolesOf(after)
  const [known, entries] = [entriesById(before), entriesById(after)]
  for (const { id, useInstead } of entries.values()) {
    if (useInstead === '' || useInstead === known.get(id)?.useInstead) continue
    const detail = faultOf(id, entries.get(useInstead), { roles, directorates, now })
    if (detail === undefined) continue
    const index = sent.findIndex((element) => asRecord(element)['id'] === id)
    const text = `Invalid entry structure: entry ${id.slice(0, 200)}, useInstead ${detail}`
    const faults = [{ path: ['entries', index, 'useInstead'], detail }]
    throw new DomainError('invalid-input', text, { faults })
  }
}

function faultOf(
  id: string,
  named: StoredEntry | undefined,
  { roles, directorates, now = Infinity }: { roles: RingRoles } & Reference,
): string | undefined {
  if (!named) return 'is not the id of an entry of this radar'
  if (named.id === id) return 'is the id of the entry itself'
  const ring = directorates && presentRing(named, directorates, now)
  if (ring === undefined || !roles.isAdvisedAgainst(ring)) return undefined
  return `names an entry in ${roles.nameOf(ring)}`
}

/** The first of several entries with one id. */
function entriesById(radar: RadarDocument | undefined): Map<string, StoredEntry> {
  const entries = understood((radar?.entries ?? []).map(entryOf)).toReversed()
  return new Map(entries.map((entry) => [entry.id, entry]))
}
