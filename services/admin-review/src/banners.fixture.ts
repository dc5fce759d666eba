import type { Banner } from '@landscape/contracts'

export const shown: Banner = {
  title: 'One',
  message: 'First',
  description: 'First',
  type: 'warning',
  pages: ['radar'],
  show: true,
}

/** As very old versions stored it. */
export const legacy: Banner = { message: 'Old', page: 'radar', ticket: 7 }
