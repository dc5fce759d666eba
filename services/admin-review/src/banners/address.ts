import { isDeepStrictEqual } from 'node:util'
import { bannerIds } from '@landscape/contracts/banners'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { isRecord, type JsonRecord } from '@landscape/contracts/json'

/** A banner by id, by index, or by both, which must agree. Other fields must equal the stored ones. */
export interface Address {
  id?: string | null | undefined
  index?: number | undefined
  message?: unknown
  title?: unknown
  [field: string]: unknown
}

const GUARDS = ['description', 'pages', 'page', 'type', 'startsAt', 'endsAt']
/** Fields that must equal the stored ones when they are sent. */
export const COMPARED_FIELDS: readonly string[] = ['message', 'title', ...GUARDS]

/** An error about the id or index of an address. */
export function addressError({ index }: Address, text: string, detail: string): DomainError {
  const faults = [{ path: [index === undefined ? 'id' : 'index'], detail }]
  return new DomainError('invalid-input', text, { faults })
}

/**
 * Index of the addressed element, which can be malformed.
 *
 * @throws DomainError `not-found` for an unknown id, `invalid-input` for an index out of range,
 *   `conflict` when the element differs from the address
 */
export function indexOf(banners: readonly unknown[], address: Address): number {
  const { id, index: sentIndex } = address
  const ids = typeof id === 'string' ? bannerIds(banners) : []
  const index = sentIndex ?? ids.indexOf(id as string)
  if (sentIndex === undefined && index < 0) throw new DomainError('not-found', 'Banner not found')
  const hasBoth = typeof id === 'string' && sentIndex !== undefined
  if (hasBoth && ids[sentIndex] !== id) throw hasChanged()
  if (!(index in banners)) {
    throw addressError({ index }, 'Banner index out of range', 'is out of range')
  }
  const element = banners[index]
  if (!matches(address, isRecord(element) ? element : {})) throw hasChanged()
  return index
}

function matches(address: Address, banner: JsonRecord): boolean {
  const { message, title } = address
  const hasMessage =
    message === undefined || message === (banner['message'] ?? banner['description'] ?? '')
  const hasTitle = title === undefined || title === (banner['title'] ?? '')
  return (
    hasMessage &&
    hasTitle &&
    GUARDS.every((field) => {
      const expected = address[field] ?? undefined
      return expected === undefined || isDeepStrictEqual(expected, banner[field])
    })
  )
}

function hasChanged(): DomainError {
  return new DomainError('conflict', 'Banner has changed')
}
