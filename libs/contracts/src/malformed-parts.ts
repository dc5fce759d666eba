import { isRecord, recordsOf } from './json.ts'
import type { RadarDocument } from './landscape.ts'

/** A radar as public reads show it, since pages crash on parts that are no objects. */
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
 * A radar with the parts of the stored one that its sender was not shown, each at its place: whoever sends a
 * public read back does not mean to remove them.
 */
export function restoreMalformedParts<P extends Parts>(
  sent: P,
  stored: RadarDocument | undefined,
): P {
  if (!stored) return sent
  return {
    ...sent,
    quadrants: withOddOf(sent.quadrants, stored.quadrants),
    rings: withOddOf(sent.rings, stored.rings),
    entries: withOddOf(sent.entries, stored.entries),
  }
}

function withOddOf(sent: unknown, stored: readonly unknown[]): unknown {
  if (!Array.isArray(sent)) return sent
  const known = Map.groupBy(sent as unknown[], (part) => JSON.stringify(part))
  const whole = [...(sent as unknown[])]
  for (const [place, part] of stored.entries()) {
    const isSent = known.get(JSON.stringify(part))?.pop() !== undefined
    if (!isRecord(part) && !isSent) whole.splice(place, 0, part)
  }
  return whole
}
