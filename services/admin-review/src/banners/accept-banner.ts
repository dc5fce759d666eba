import { isDeepStrictEqual } from 'node:util'
import { BANNER_TIMES, bannerBounds } from '@landscape/contracts/banners'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { Fault } from '@landscape/contracts/errors/faults'
import { newFaults } from '@landscape/store/documents/unchanged'
import { BannerInput } from './banner-input.ts'
import { asRecord, isRecord, type JsonRecord, ownMember } from '@landscape/contracts/json'
import { INVALID, type Sent } from './bodies.ts'

/**
 * The banner to store, with defaults, and its faults. A member that equals the stored one is accepted.
 *
 * @param stored the banner that it replaces; `undefined` for a new one
 */
export function resolveBanner(
  { banner: sent, at }: Sent,
  stored?: JsonRecord,
): { banner: JsonRecord; faults: Fault[] } {
  const input = asRecord(sent)
  const isSame = (name: string) =>
    stored !== undefined && isDeepStrictEqual(ownMember(input, name), ownMember(stored, name))
  const unlessSame = (name: string, value: unknown) =>
    stored && Object.hasOwn(stored, name) && isSame(name) ? stored[name] : value
  const texts = textsOf(input, isSame)
  const [text = ''] = texts
  const pages = pagesOf(input, isSame)
  const { state: _derived, ...rest } = input
  const isSameText =
    input['description'] !== undefined && isSame('message') && isSame('description')
  const banner = withoutUndefined({
    ...rest,
    title: unlessSame('title', input['title'] ?? ''),
    ...(!isSameText && { message: text, description: text }),
    type: unlessSame('type', input['type'] ?? 'info'),
    pages: isSame('page') ? unlessSame('pages', pages) : pages,
    show: unlessSame('show', input['show'] !== false),
    ...Object.fromEntries(BANNER_TIMES.map((time) => [time, input[time] ?? undefined])),
  })
  const empty = [...(text === '' ? ['message'] : []), ...(pages.length === 0 ? ['pages'] : [])]
  const missing = (isRecord(sent) ? empty : []).map((name) => {
    return { path: [name], detail: 'must not be empty' }
  })
  const faults = [
    ...newFaults(BannerInput, sent, stored, missing).filter(isFirstOfItsPath),
    ...(texts.length > 1 ? [{ path: ['description'], detail: 'differs from message' }] : []),
    ...faultsOfOrder(banner, stored),
  ]
  return { banner, faults: faults.map(({ path, detail }) => ({ path: [...at, ...path], detail })) }
}

/** @throws DomainError `invalid-input` unless there are no faults */
export function assertFaultless(faults: readonly Fault[]): void {
  if (faults.length > 0) throw new DomainError('invalid-input', INVALID, { faults })
}

type IsSame = (name: string) => boolean

/** The different new messages, else the stored one: `description` is the name in other clients. */
function textsOf(input: JsonRecord, isSame: IsSame): unknown[] {
  const names = (['message', 'description'] as const).filter((name) => (input[name] ?? '') !== '')
  const changed = names.filter((name) => !isSame(name))
  if (changed.length > 0) return [...new Set(changed.map((name) => input[name]))]
  return names.slice(0, 1).map((name) => input[name])
}

/** The pages that show a banner; old records have one as `page`. */
function pagesOf({ pages, page }: JsonRecord, isSame: IsSame): readonly unknown[] {
  const isReplaced = isSame('pages') && !isSame('page')
  if (Array.isArray(pages) && !isReplaced) return pages
  return page ? [page] : []
}

/** A banner must end after it starts; the fault has the path of the changed time. */
function faultsOfOrder(banner: JsonRecord, stored: JsonRecord = {}): Fault[] {
  const { from, until } = bannerBounds(banner)
  const changed = BANNER_TIMES.findLast((time) => banner[time] !== stored[time])
  if (from < until || changed === undefined) return []
  const detail = changed === 'endsAt' ? 'must be after startsAt' : 'must be before endsAt'
  return [{ path: [changed], detail }]
}

function isFirstOfItsPath({ path }: Fault, index: number, faults: readonly Fault[]): boolean {
  return faults.findIndex((fault) => fault.path.join('/') === path.join('/')) === index
}

function withoutUndefined(record: JsonRecord): JsonRecord {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))
}
