import {
  asRecord,
  BANNER_STATES,
  bannerState,
  isRecord,
  pairUp,
  type BannersDocument,
  type JsonRecord,
} from '@landscape/contracts'

const STATES: ReadonlySet<unknown> = new Set(BANNER_STATES)

/**
 * The banners with what each is at an instant, in `state`. A banner that another program stored with a member of
 * that name is answered as it is.
 */
export function withStates(document: BannersDocument, now: number): BannersDocument {
  const messages = document.messages.map((banner) =>
    isRecord(banner) && !Object.hasOwn(banner, 'state')
      ? { ...banner, state: bannerState(banner, now) }
      : banner,
  )
  return { ...document, messages }
}

/** A banner that comes back as it was read, without the state that was told of it. */
export function withoutState(sent: JsonRecord, stored: JsonRecord): JsonRecord {
  if (!STATES.has(sent['state'])) return sent
  const { state: _told, ...banner } = sent
  return Object.hasOwn(stored, 'state') ? { ...banner, state: stored['state'] } : banner
}

/**
 * The same of a list.
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
