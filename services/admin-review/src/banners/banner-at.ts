import type { Banner } from '@landscape/contracts'
import { DomainError } from '@landscape/errors'
import { isRecord } from '../json/record.ts'

/** What the caller believes to stand at the index. A banner is addressed by position only. */
export interface Guard {
  message?: unknown
  title?: unknown
}

/**
 * The banner at an index.
 *
 * @throws DomainError `invalid-input` when there is none, or what stands there is no object;
 *   `conflict` when it is another one than the guard says
 */
export function bannerAt(banners: readonly unknown[], index: number, guard: Guard = {}): Banner {
  const banner = elementAt(banners, index, guard)
  if (!isRecord(banner)) throw new DomainError('invalid-input', 'Banner is not an object')
  return banner
}

/** The same for whatever stands there: other programs may have stored what is no banner. */
export function elementAt(
  banners: readonly unknown[],
  index: number,
  { message, title }: Guard = {},
): unknown {
  if (!(index in banners)) throw new DomainError('invalid-input', 'Banner index out of range')
  const element = banners[index]
  const banner = isRecord(element) ? element : {}
  const isOther =
    (message !== undefined && message !== (banner['message'] ?? banner['description'] ?? '')) ||
    (title !== undefined && title !== (banner['title'] ?? ''))
  if (isOther) throw new DomainError('conflict', 'Banner has changed')
  return element
}
