/** Banners as they are stored. */
export const first = {
  title: 'One',
  message: 'First',
  description: 'First',
  type: 'info',
  pages: ['radar'],
  show: true,
}
export const second = {
  title: '',
  message: 'Second',
  description: 'Second',
  type: 'error',
  pages: ['projects'],
  show: false,
}
/** Records as other programs and older versions stored them. */
export const legacy = { message: 'Old', page: 'radar', ticket: 7 }
