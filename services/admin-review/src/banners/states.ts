import { BANNER_STATES, bannerState } from '@landscape/contracts/banner-times'
import { asRecord, isRecord, type JsonRecord } from '@landscape/contracts/json'
import type { BannersDocument } from '@landscape/contracts/landscape'
import { pairUp } from '@landscape/contracts/pair-up'

const STATES: ReadonlySet<unknown> = new Set(BANNER_STATES)

/** Adds the `state` of each banner at an instant, unless it has a stored member of that name. */
export function withStates(document: BannersDocument, now: number): BannersDocument {
  const messages = document.messages.map((banner) =>
    isRecord(banner) && !Object.hasOwn(banner, 'state')
      ? { ...banner, state: bannerState(banner, now) }
      : banner,
  )
  return { ...document, messages }
}

/** Removes the state that a read added; a stored state is kept. */
export function withoutState(sent: JsonRecord, stored: JsonRecord): JsonRecord {
  if (!STATES.has(sent['state'])) return sent
  const { state: _derived, ...banner } = sent
  return Object.hasOwn(stored, 'state') ? { ...banner, state: stored['state'] } : banner
}

/**
 * As `withoutState`, for a list.
 *
 * @param shown the stored banners, with their ids
 */
export function withoutStates(inputs: readonly unknown[], shown: readonly unknown[]): unknown[] {
  const haveOwn = shown.some((banner) => Object.hasOwn(asRecord(banner), 'state'))
  const pairs = haveOwn ? pairUp(inputs, shown) : []
  return inputs.map((input, i) =>
    isRecord(input) ? withoutState(input, asRecord(shown[pairs[i] ?? -1])) : input,
  )
}
