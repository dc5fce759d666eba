import type { Banner } from '@landscape/contracts'
import { DomainError } from '@landscape/errors'

/** What the caller believes to stand at the index. A banner is addressed by position only. */
export interface Guard {
  message?: unknown
  title?: unknown
}

/**
 * The banner at an index.
 *
 * @throws DomainError `invalid-input` when there is none; `conflict` when it is another one than
 *   the guard says
 */
export function bannerAt(banners: readonly Banner[], index: number, guard: Guard = {}): Banner {
  const banner = banners[index]
  if (!banner) throw new DomainError('invalid-input', 'Banner index out of range')
  const { message, title } = guard
  const isOther =
    (message !== undefined && message !== (banner['message'] ?? banner['description'] ?? '')) ||
    (title !== undefined && title !== (banner['title'] ?? ''))
  if (isOther) throw new DomainError('conflict', 'Banner has changed')
  return banner
}
