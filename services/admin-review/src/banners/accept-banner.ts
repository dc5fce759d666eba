import { isDeepStrictEqual } from 'node:util'
import { BANNER_TIMES, bannerBounds } from '@landscape/contracts/banner-times'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { type Fault, faultsOf } from '@landscape/contracts/errors/faults'
import { safeValidate } from '@landscape/contracts/errors/validated'
import { faultsOfChanges } from '@landscape/contracts/faults-of-changes'
import { BannerInput } from '@landscape/contracts/inputs'
import { asRecord, isRecord, type JsonRecord } from '@landscape/contracts/json'
import type { Banner } from '@landscape/contracts/landscape'
import { findUnsafeJson } from '@landscape/contracts/unsafe-json'
import { INVALID, MAX_BANNERS } from './bodies.ts'

type JsonPath = readonly PropertyKey[]

/**
 * The banner to store, with defaults for omitted fields. Only new or changed fields are validated.
 *
 * @param stored the banner that it replaces, without its id; `undefined` for a new one
 * @param at path in the body
 * @throws DomainError `invalid-input` with the paths
 */
export function acceptBanner(sent: unknown, stored: unknown, at: JsonPath): Banner {
  const { banner, faults } = resolveBanner(sent, stored, at)
  const messages = faultsOfMessages(
    withChangedText(asRecord(sent), asRecord(stored)),
    asRecord(stored),
  )
  assertFaultless([
    ...faults,
    ...messages.map(({ path, detail }) => ({ path: [...at, ...path], detail })),
  ])
  return banner
}

/**
 * As `acceptBanner`, but omitted optional fields keep their stored value if it has a valid type.
 *
 * @throws as `acceptBanner`
 */
export function changedBanner(sent: unknown, stored: unknown, at: JsonPath): Banner {
  const [input, before] = [asRecord(sent), asRecord(stored)]
  const omittedTimes = BANNER_TIMES.filter(
    (time) => input[time] === undefined && Object.hasOwn(before, time),
  )
  const completeInput = isRecord(sent) ? { ...membersOf(before, omittedTimes), ...sent } : sent
  const banner = acceptBanner(completeInput, stored, at)
  const omitted = ['title', 'type', 'show']
    .filter((field) => (input[field] ?? undefined) === undefined)
    .filter((field) => typeof before[field] === typeof banner[field])
  return { ...banner, ...membersOf(before, omitted) }
}

function membersOf(record: JsonRecord, names: readonly string[]): JsonRecord {
  return Object.fromEntries(names.map((name) => [name, record[name]]))
}

/** As `acceptBanner`, but returns the faults instead of throwing. */
export function resolveBanner(
  sent: unknown,
  stored: unknown,
  at: JsonPath,
): { banner: Banner; faults: Fault[] } {
  const input = withChangedText(asRecord(sent), asRecord(stored))
  const faults = [
    ...faultsOfChanges(faultsOfBanner(sent), sent, stored),
    ...faultsOfOrder(input, asRecord(stored)),
  ]
  return {
    banner: {
      // Other programs can use members that are unknown here.
      ...withoutTimes(input),
      ...completed(input),
      ...unchanged(input, asRecord(stored)),
    },
    faults: faults.map(({ path, detail }) => ({ path: [...at, ...path], detail })),
  }
}

/** @throws DomainError `invalid-input` unless there are no faults */
export function assertFaultless(faults: readonly Fault[]): void {
  if (faults.length > 0) throw new DomainError('invalid-input', INVALID, { faults })
}

/** @throws DomainError `invalid-input` when a list exceeds the maximum length and the stored length */
export function assertLength(
  sent: readonly unknown[],
  stored: readonly unknown[],
  at: JsonPath,
): void {
  if (sent.length <= Math.max(MAX_BANNERS, stored.length)) return
  assertFaultless([{ path: at, detail: `must have at most ${MAX_BANNERS} elements` }])
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
  ].filter(isFirstOfItsPath)
}

/** If only `description` was changed, it replaces `message`. */
function withChangedText(input: JsonRecord, stored: JsonRecord): JsonRecord {
  const { message, description } = input
  const isChanged = description !== stored['description'] && message === stored['message']
  return isChanged && typeof description === 'string' && message !== undefined
    ? { ...input, message: description }
    : input
}

/** `message` and `description` are the same field: two different new values are a fault. */
function faultsOfMessages({ message, description }: JsonRecord, stored: JsonRecord): Fault[] {
  const differ = Boolean(message) && Boolean(description) && message !== description
  return differ && description !== stored['description']
    ? [{ path: ['description'], detail: 'differs from message' }]
    : []
}

/** A banner must end after it starts; the fault has the path of the changed time. */
function faultsOfOrder(input: JsonRecord, stored: JsonRecord): Fault[] {
  const { from, until } = bannerBounds(input)
  const changed = BANNER_TIMES.findLast((time) => input[time] !== stored[time])
  if (from < until || changed === undefined) return []
  const detail = changed === 'endsAt' ? 'must be after startsAt' : 'must be before endsAt'
  return [{ path: [changed], detail }]
}

function isFirstOfItsPath({ path }: Fault, index: number, faults: readonly Fault[]): boolean {
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

/** The times of a banner without null, which clears one. */
function timesIn(input: JsonRecord): JsonRecord {
  const times = BANNER_TIMES.map((time) => [time, input[time] ?? undefined] as const)
  return Object.fromEntries(times.filter(([, value]) => value !== undefined))
}

/** The members of a banner except its times. */
export function withoutTimes({ startsAt: _from, endsAt: _until, ...rest }: JsonRecord): JsonRecord {
  return rest
}

/** Groups of synonymous fields. */
const SYNONYMS = [
  ['message', 'description'],
  ['pages', 'page'],
  ['title'],
  ['type'],
  ['show'],
  ...BANNER_TIMES.map((time) => [time]),
]

/** The fields that equal the stored ones, valid or not. */
function unchanged(input: JsonRecord, stored: JsonRecord): JsonRecord {
  const fields = SYNONYMS.filter((group) =>
    group.every((field) => isDeepStrictEqual(input[field], stored[field])),
  ).flat()
  return Object.fromEntries(
    fields
      .filter((field) => Object.hasOwn(stored, field))
      .map((field) => [field, stored[field]] as const),
  )
}

/** The message of a banner; older clients send it as `description`. */
export function textOf({ message, description }: JsonRecord): unknown {
  return message || description || ''
}

/** The pages that show a banner. */
function pagesOf({ pages, page }: JsonRecord): readonly unknown[] {
  if (Array.isArray(pages)) return pages
  return page ? [page] : []
}
