import { inSlices } from '@landscape/contracts/async/in-slices'
import type { RadarDocument } from '@landscape/contracts/landscape'
import { entityTag } from '@landscape/store/documents/entity-tag'
import { unlessDamaged } from '@landscape/store/history/damaged'
import type { Past } from '@landscape/store/history/past'
import type { VersionRecord } from '@landscape/store/history/record'
import { rewind } from '@landscape/store/history/replay'

/** Maximum number of versions that are read. */
export const MAX_VERSIONS = 500

/** The present radar and its history. */
export interface RadarHistory extends Past {
  /** `undefined` if none is stored. */
  radar: RadarDocument | undefined
}

/** A version and its changes. */
export interface Version {
  record: Pick<VersionRecord, 'from' | 'leadsTo'>
  /** Newest first. */
  changes: { email: string | undefined; before: unknown; after: unknown }[]
}

/**
 * The newest versions, newest first. The first is the present radar if another program wrote it. A damaged
 * history ends at the damage, so that it does not prevent a save.
 *
 * @throws every other error of the history
 */
export async function* versionsOf(past: RadarHistory): AsyncGenerator<Version> {
  try {
    yield* readableVersionsOf(past)
  } catch (error) {
    unlessDamaged(error)
  }
}

async function* readableVersionsOf(past: RadarHistory): AsyncGenerator<Version> {
  let after: unknown = past.radar
  let scanned = 0
  for await (const record of past.versions()) {
    if (scanned === 0 && after !== undefined && !record.leadsTo.startsWith(opaqueTagOf(after))) {
      const before = (await past.stateAt(Number.POSITIVE_INFINITY))?.value
      yield {
        record: { from: record.leadsTo, leadsTo: opaqueTagOf(after) },
        changes: [{ email: undefined, before, after }],
      }
      after = before
    }
    const changes: Version['changes'] = await inSlices(rewound(record, after))
    after = changes.at(-1)?.before ?? after
    yield { record, changes }
    if (++scanned >= MAX_VERSIONS) return
  }
}

/** The changes of a version, newest first, with the radar before and after each. */
function* rewound(record: VersionRecord, leadsTo: unknown): Generator<void, Version['changes']> {
  const changes: Version['changes'] = []
  let after = leadsTo
  for (const { steps, actor } of record.changes.toReversed()) {
    const before = rewind(after, steps)
    changes.push({ email: actor?.email, before, after })
    after = before
    yield
  }
  return changes
}

/** The opaque part of an ETag, without the suffix of a compressing proxy. */
export function opaqueTag(etag: string): string {
  return /[\w-]{27}/.exec(etag.replace(/^W\//, ''))?.[0] ?? ''
}

/** The opaque ETag of a version. */
export function opaqueTagOf(value: unknown): string {
  return opaqueTag(entityTag(value))
}
