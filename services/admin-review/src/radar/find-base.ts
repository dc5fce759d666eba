import { DomainError } from '@landscape/contracts/errors/domain-error'
import { asRecord, elementsOf } from '@landscape/contracts/json'
import type { RadarDocument } from '@landscape/contracts/landscape'
import type { StoredDocument } from '@landscape/store/documents/document'
import { ruleFromBase, ruleFromHistory, type PastChange } from './merge-rules.ts'
import type { MergeRule } from './merge-updates.ts'
import { identified } from './submission.ts'
import { MAX_VERSIONS, opaqueTag, opaqueTagOf, versionsOf, type RadarHistory } from './versions.ts'

/** Maximum number of states within group commits that are hashed. */
const MAX_HASHED_STATES = 50

/** The parts of a save that determine its base version. */
interface Save {
  entries: readonly unknown[]
  /** ETag of the base version, if the caller sends it. */
  basedOn?: string | undefined
  /** E-mail of the caller. */
  email: string
}

/**
 * The merge rule for a save. It stays valid for versions that are committed later.
 *
 * @throws DomainError `precondition-failed` when `basedOn` names an unknown version; `conflict` without
 *   `basedOn` for a page that was loaded before the newest 500 versions
 */
export async function mergeRuleFor(
  document: StoredDocument<RadarDocument>,
  { entries, basedOn, email }: Save,
): Promise<MergeRule> {
  const snapshot = await document.read()
  const past: RadarHistory = { ...(await document.past(snapshot)), radar: snapshot?.value }
  if (basedOn !== undefined) return ruleFromBase(await entriesAt(past, opaqueTag(basedOn)))
  let versions = 0
  async function* changes(): AsyncGenerator<PastChange> {
    for await (const version of versionsOf(past)) {
      versions++
      for (const change of version.changes) {
        yield { before: entriesOf(change.before), isMine: change.email === email }
      }
    }
  }
  const { rule, isOlder } = await ruleFromHistory(
    entriesOf(past.radar),
    identified(entries),
    changes(),
  )
  if (!isOlder || versions < MAX_VERSIONS) return rule
  const text = 'The page was loaded too many versions ago; send the ETag of its read in basedOn'
  throw new DomainError('conflict', text)
}

/**
 * For a save that is not merged: `basedOn`, if present, must name the current version.
 *
 * @throws DomainError `precondition-failed`
 */
export function assertVersion(radar: RadarDocument | undefined, basedOn: string | undefined): void {
  if (basedOn === undefined || (radar && opaqueTagOf(radar) === opaqueTag(basedOn))) return
  throw new DomainError('precondition-failed', 'The resource has changed since it was read')
}

function entriesOf(radar: unknown): readonly unknown[] {
  return elementsOf(asRecord(radar)['entries'])
}

/** Entries of the version with this ETag. */
async function entriesAt(past: RadarHistory, tag: string): Promise<readonly unknown[]> {
  const { radar } = past
  if (radar && opaqueTagOf(radar) === tag) return radar.entries
  let tagged = 0
  for await (const { record, changes } of versionsOf(past)) {
    for (const [i, { before, after }] of changes.entries()) {
      if (i === 0 && record.leadsTo.startsWith(tag)) return entriesOf(after)
      if (i === changes.length - 1 && record.from?.startsWith(tag)) return entriesOf(before)
      // The response to an edit within a group commit has the ETag of the state after that edit.
      if (i > 0 && tagged++ < MAX_HASHED_STATES && opaqueTagOf(after) === tag)
        return entriesOf(after)
    }
  }
  const text = 'The version in basedOn is unknown; read the radar again'
  throw new DomainError('precondition-failed', text)
}
