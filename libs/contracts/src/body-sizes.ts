/**
 * Maximum size of request bodies by the most specific path prefix; `medium` for all other paths. The gateway
 * and the routes reject larger bodies. A setting defines the maximum size of a `document`.
 */
export const BODY_SIZES = {
  // Anonymous callers may send a body, which no route reads.
  '/api': 'small',
  '/api/v1': 'record',
  '/assistant/api': 'small',
  '/admin/api/array-data': 'document',
  '/admin/api/banners': 'document',
  '/admin/api/banners/update': 'record',
  '/admin/api/banners/toggle': 'medium',
  '/admin/api/banners/delete': 'medium',
  '/admin/api/history': 'small',
  '/admin/api/keys': 'small',
  '/admin/api/tech-radar': 'document',
  '/admin/api/technology-names': 'document',
  '/admin/api/technology-names/aliases': 'small',
  '/changes': 'small',
  '/review/api/editions': 'small',
  '/review/api/history': 'small',
  '/review/api/tech-radar': 'document',
} as const
