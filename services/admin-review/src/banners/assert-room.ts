import { DomainError } from '@landscape/errors'

const MOST_BANNERS = 10_000

/** @throws DomainError `invalid-input` when there are more banners than may be stored */
export function assertRoom(banners: readonly unknown[]): void {
  if (banners.length <= MOST_BANNERS) return
  throw new DomainError('invalid-input', `Too many banners, at most ${MOST_BANNERS} are stored`)
}
