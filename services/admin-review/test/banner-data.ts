/** Banners as they are stored. */
export const first = {
  title: 'One',
  message: 'First',
  description: 'First',
  type: 'info',
  pages: ['radar'],
  show: true,
  id: 'one',
}
export const second = {
  title: '',
  message: 'Second',
  description: 'Second',
  type: 'error',
  pages: ['projects'],
  show: false,
  id: 'two',
}
/** Records as other programs stored them. */
export const legacy = { message: 'Old', page: 'radar', ticket: 7, id: 'old' }
