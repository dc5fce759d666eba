import { DomainError, inSlices, type RadarDocument } from '@landscape/contracts'
import { diff, entityTag, type Past, rewind, type Step, type VersionRecord } from '@landscape/store'

/** How far back it is looked: so many versions, of so many altered places. */
const BOUND = { versions: 500, steps: 50_000 }

/** The version that is looked at, and what happened up to it. */
export interface Looked extends Past {
  /** `undefined` when there is none. */
  radar: RadarDocument | undefined
}

/** A version and how it came about. */
export interface Turn {
  record: VersionRecord
  /** The changes of the version, newest first. */
  changes: { steps: readonly Step[]; email: string | undefined; before: unknown; after: unknown }[]
}

/**
 * Versions, newest first, within the bound; the first is what was made of the radar by other means. A
 * history that is damaged ends where it is: that is no reason not to save.
 *
 * @throws DomainError `unavailable`
 */
export async function* turnsOf(past: Looked): AsyncGenerator<Turn> {
  try {
    yield* readableTurnsOf(past)
  } catch (error) {
    if (error instanceof DomainError && error.code === 'unavailable') throw error
  }
}

async function* readableTurnsOf(past: Looked): AsyncGenerator<Turn> {
  let after: unknown = past.radar
  let looked = 0
  let altered = 0
  for await (const record of past.versions()) {
    if (looked === 0 && after !== undefined && !record.leadsTo.startsWith(tagOf(after))) {
      const before = (await past.stateAt(Number.POSITIVE_INFINITY))?.value
      const change = { steps: diff(before, after), email: undefined, before, after }
      yield { record: { ...record, number: record.number + 1 }, changes: [change] }
      after = before
    }
    const changes: Turn['changes'] = await inSlices(rewound(record, after))
    after = changes.at(-1)?.before ?? after
    yield { record, changes }
    altered += changes.reduce((sum, { steps }) => sum + steps.length, 0)
    if (++looked >= BOUND.versions || altered >= BOUND.steps) return
  }
}

/** The changes of a version, newest first, with the radar on both sides of each. */
function* rewound(record: VersionRecord, leadsTo: unknown): Generator<void, Turn['changes']> {
  const changes: Turn['changes'] = []
  let after = leadsTo
  for (const { steps, actor } of record.changes.toReversed()) {
    const before = rewind(after, steps)
    changes.push({ steps, email: actor?.email, before, after })
    after = before
    yield
  }
  return changes
}

/** The tag without its quotes, and without what compressing hops make of it. */
export function opaqueTag(etag: string): string {
  return /[\w-]{27}/.exec(etag.replace(/^W\//, ''))?.[0] ?? ''
}

/** The tag of a version, without its quotes. */
export function tagOf(value: unknown): string {
  return opaqueTag(entityTag(value))
}
