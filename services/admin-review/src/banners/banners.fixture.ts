import type { BannerInput } from '@landscape/contracts'

export const shown: BannerInput = {
  title: 'One',
  message: 'First',
  description: 'First',
  type: 'warning',
  pages: ['radar'],
  show: true,
}

/** As very old versions stored it. */
export const legacy: BannerInput = { message: 'Old', page: 'radar', ticket: 7 }
