import { isDeepStrictEqual } from 'node:util'
import {
  asRecord,
  BannerInput,
  faultsOfChanges,
  unsoundPlaces,
  type Banner,
  type JsonRecord,
} from '@landscape/contracts'
import { DomainError, faultsOf, holdAgainst, type Fault } from '@landscape/errors'
import { INVALID, MAX_BANNERS } from './banner-bodies.ts'

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
  assertFaultless(faults)
  return banner
}

/** The same without refusing: what is wrong is told beside it. */
export function judgeBanner(
  sent: unknown,
  stored: unknown,
  at: Place,
): { banner: Banner; faults: Fault[] } {
  const input = asRecord(sent)
  const faults = faultsOfChanges(faultsOfBanner(sent), sent, stored)
  return {
    banner: { ...completed(input), ...unchanged(input, asRecord(stored)) },
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
  const { error } = holdAgainst(BannerInput, sent)
  const faults = error ? faultsOf(error, sent) : []
  if (faults.some(({ path }) => path.length === 0)) return faults
  const input = asRecord(sent)
  const detail = 'must not be empty'
  return [
    ...faults,
    ...unsoundPlaces(sent),
    ...(textOf(input) === '' ? [{ path: ['message'], detail }] : []),
    ...(pagesOf(input).length === 0 ? [{ path: ['pages'], detail }] : []),
  ].filter(isFirstOfItsPlace)
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
  }
}

/** Fields of which one says what the other does. */
const TOGETHER = [['message', 'description'], ['pages', 'page'], ['title'], ['type'], ['show']]

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
