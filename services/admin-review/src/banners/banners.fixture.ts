/** Stored banners of the tests. */
export const first = {
  title: 'One',
  message: 'First',
  description: 'First',
  type: 'warning',
  pages: ['radar'],
  show: true,
  id: 'one',
}

/** A record as another program stored it. */
export const legacy = { message: 'Old', page: 'radar', ticket: 7, id: 'old' }
