import { isDeepStrictEqual } from 'node:util'
import {
  asRecord,
  type Banner,
  BANNER_TIMES,
  bannerBounds,
  BannerInput,
  DomainError,
  type Fault,
  faultsOf,
  faultsOfChanges,
  safeValidate,
  isRecord,
  type JsonRecord,
  findUnsafeJson,
} from '@landscape/contracts'
import { INVALID, MAX_BANNERS } from './bodies.ts'

type Place = readonly PropertyKey[]

/**
 * The banner that a client means, with the defaults for what it left out. Only what is new or changed is
 * judged; what comes back as it is stored stays so.
 *
 * @param stored the banner that it replaces, without its id; `undefined`: it is a new one
 * @param at where it stands in what was sent
 * @throws DomainError `invalid-input` with its places
 */
export function acceptBanner(sent: unknown, stored: unknown, at: Place): Banner {
  const { banner, faults } = judgeBanner(sent, stored, at)
  const texts = faultsOfTexts(withChangedText(asRecord(sent), asRecord(stored)), asRecord(stored))
  assertFaultless([
    ...faults,
    ...texts.map(({ path, detail }) => ({ path: [...at, ...path], detail })),
  ])
  return banner
}

/**
 * A stored banner as a client changes it: optional fields that are left out keep their stored value, unless that
 * is of another type than it has to be.
 *
 * @throws as `acceptBanner`
 */
export function changedBanner(sent: unknown, stored: unknown, at: Place): Banner {
  const [input, before] = [asRecord(sent), asRecord(stored)]
  const timesLeftOut = BANNER_TIMES.filter(
    (time) => input[time] === undefined && Object.hasOwn(before, time),
  )
  const whole = isRecord(sent) ? { ...membersOf(before, timesLeftOut), ...sent } : sent
  const banner = acceptBanner(whole, stored, at)
  const leftOut = ['title', 'type', 'show']
    .filter((field) => (input[field] ?? undefined) === undefined)
    .filter((field) => typeof before[field] === typeof banner[field])
  return { ...banner, ...membersOf(before, leftOut) }
}

function membersOf(record: JsonRecord, names: readonly string[]): JsonRecord {
  return Object.fromEntries(names.map((name) => [name, record[name]]))
}

/** The same without refusing: what is wrong is told beside it. */
export function judgeBanner(
  sent: unknown,
  stored: unknown,
  at: Place,
): { banner: Banner; faults: Fault[] } {
  const input = withChangedText(asRecord(sent), asRecord(stored))
  const faults = [
    ...faultsOfChanges(faultsOfBanner(sent), sent, stored),
    ...faultsOfOrder(input, asRecord(stored)),
  ]
  return {
    banner: {
      // Members that are not known here stay, as other programs may know them.
      ...withoutTimes(input),
      ...completed(input),
      ...unchanged(input, asRecord(stored)),
    },
    faults: faults.map(({ path, detail }) => ({ path: [...at, ...path], detail })),
  }
}

/** @throws DomainError `invalid-input` with the places of what is wrong, when there is any */
export function assertFaultless(faults: readonly Fault[]): void {
  if (faults.length > 0) throw new DomainError('invalid-input', INVALID, { faults })
}

/** @throws DomainError `invalid-input` when a list is longer than one may be, and than it was */
export function assertLength(
  sent: readonly unknown[],
  stored: readonly unknown[],
  at: Place,
): void {
  if (sent.length <= Math.max(MAX_BANNERS, stored.length)) return
  assertFaultless([{ path: at, detail: `has more than ${MAX_BANNERS} elements` }])
}

function faultsOfBanner(sent: unknown): Fault[] {
  const { error } = safeValidate(BannerInput, sent)
  const faults = error ? faultsOf(error, sent) : []
  if (faults.some(({ path }) => path.length === 0)) return faults
  const input = asRecord(sent)
  const detail = 'must not be empty'
  return [
    ...faults,
    ...findUnsafeJson(sent),
    ...(textOf(input) === '' ? [{ path: ['message'], detail }] : []),
    ...(pagesOf(input).length === 0 ? [{ path: ['pages'], detail }] : []),
  ].filter(isFirstOfItsPlace)
}

/** A client that changes only `description` of what it read means the text. */
function withChangedText(input: JsonRecord, stored: JsonRecord): JsonRecord {
  const { message, description } = input
  const isMeant = description !== stored['description'] && message === stored['message']
  return isMeant && typeof description === 'string' && message !== undefined
    ? { ...input, message: description }
    : input
}

/** `message` and `description` are one text: two new ones contradict each other. */
function faultsOfTexts({ message, description }: JsonRecord, stored: JsonRecord): Fault[] {
  const differ = Boolean(message) && Boolean(description) && message !== description
  return differ && description !== stored['description']
    ? [{ path: ['description'], detail: 'differs from message' }]
    : []
}

/** A banner ends after it starts; told of the time that is new. */
function faultsOfOrder(input: JsonRecord, stored: JsonRecord): Fault[] {
  const { from, until } = bannerBounds(input)
  const changed = BANNER_TIMES.findLast((time) => input[time] !== stored[time])
  if (from < until || changed === undefined) return []
  const detail = changed === 'endsAt' ? 'must be after startsAt' : 'must be before endsAt'
  return [{ path: [changed], detail }]
}

function isFirstOfItsPlace({ path }: Fault, index: number, faults: readonly Fault[]): boolean {
  return faults.findIndex((fault) => fault.path.join('/') === path.join('/')) === index
}

/** The fields that every new banner has. */
export function completed(input: JsonRecord): Banner {
  const text = textOf(input)
  return {
    title: input['title'] ?? '',
    message: text,
    description: text,
    type: input['type'] ?? 'info',
    pages: [...pagesOf(input)],
    show: input['show'] !== false,
    ...timesIn(input),
  }
}

/** The times of a banner; null says that it has none. */
function timesIn(input: JsonRecord): JsonRecord {
  const times = BANNER_TIMES.map((time) => [time, input[time] ?? undefined] as const)
  return Object.fromEntries(times.filter(([, value]) => value !== undefined))
}

/** The members of a banner but its times. */
export function withoutTimes({ startsAt: _from, endsAt: _until, ...rest }: JsonRecord): JsonRecord {
  return rest
}

/** Fields of which one says what the other does. */
const TOGETHER = [
  ['message', 'description'],
  ['pages', 'page'],
  ['title'],
  ['type'],
  ['show'],
  ...BANNER_TIMES.map((time) => [time]),
]

/** What of a banner came back as it is stored, odd or not. */
function unchanged(input: JsonRecord, stored: JsonRecord): JsonRecord {
  const fields = TOGETHER.filter((group) =>
    group.every((field) => isDeepStrictEqual(input[field], stored[field])),
  ).flat()
  return Object.fromEntries(
    fields
      .filter((field) => Object.hasOwn(stored, field))
      .map((field) => [field, stored[field]] as const),
  )
}

/** The text of a banner, whichever generation stored or sent it. */
export function textOf({ message, description }: JsonRecord): unknown {
  return message || description || ''
}

/** The pages that show a banner. */
function pagesOf({ pages, page }: JsonRecord): readonly unknown[] {
  if (Array.isArray(pages)) return pages
  return page ? [page] : []
}
