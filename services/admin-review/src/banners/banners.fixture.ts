import type { BannerInput } from '@landscape/contracts/inputs'

export const shown: BannerInput = {
  title: 'One',
  message: 'First',
  description: 'First',
  type: 'warning',
  pages: ['radar'],
  show: true,
}

/** A record that an early version stored. */
export const legacy: BannerInput = { message: 'Old', page: 'radar', ticket: 7 }
