import { isRecord, recordsOf } from './json.ts'
import type { RadarDocument } from './landscape.ts'

/** The radar for public reads, without elements that are not objects: pages crash on them. */
export function withoutMalformedParts(radar: RadarDocument): RadarDocument {
  return {
    ...radar,
    quadrants: recordsOf(radar.quadrants),
    rings: recordsOf(radar.rings),
    entries: recordsOf(radar.entries),
  }
}

type Parts = Readonly<Record<'quadrants' | 'rings' | 'entries', unknown>>

/**
 * Adds the stored elements that public reads omit, each at its index: a client that returns a public read
 * does not mean to remove them.
 */
export function restoreMalformedParts<P extends Parts>(
  sent: P,
  stored: RadarDocument | undefined,
): P {
  if (!stored) return sent
  return {
    ...sent,
    quadrants: withMalformedOf(sent.quadrants, stored.quadrants),
    rings: withMalformedOf(sent.rings, stored.rings),
    entries: withMalformedOf(sent.entries, stored.entries),
  }
}

function withMalformedOf(sent: unknown, stored: readonly unknown[]): unknown {
  if (!Array.isArray(sent)) return sent
  const known = Map.groupBy(sent as unknown[], (part) => JSON.stringify(part))
  const complete = [...(sent as unknown[])]
  for (const [index, part] of stored.entries()) {
    const isSent = known.get(JSON.stringify(part))?.pop() !== undefined
    if (!isRecord(part) && !isSent) complete.splice(index, 0, part)
  }
  return complete
}
