/**
 * How large request bodies may be, by the longest prefix of a path that is here; elsewhere a `form`. The
 * gateway refuses larger ones before a service hears of them, and the routes that take bodies say the
 * same of themselves. Of a `document` a setting says how large it may be.
 */
export const BODY_SIZES = {
  // Nobody reads a body there, and strangers may send one.
  '/api': 'small',
  '/api/v1': 'record',
  '/assistant/api': 'small',
  '/admin/api/array-data': 'document',
  '/admin/api/banners': 'document',
  '/admin/api/banners/update': 'record',
  '/admin/api/banners/toggle': 'form',
  '/admin/api/banners/delete': 'form',
  '/admin/api/history': 'small',
  '/admin/api/tech-radar': 'document',
  '/changes': 'small',
  '/review/api/history': 'small',
  '/review/api/tech-radar': 'document',
} as const
