import { entityTag } from '@landscape/store/documents/entity-tag'
import { preparePicture } from '@landscape/http/responses/pages'
import type { ResponseCache, PreparedResponse } from '@landscape/http/responses/prepared-response'
import type { DrawnRadar } from './drawn-radar.ts'
import { radarPicture, type RadarLayout } from './radar-picture.ts'

/**
 * The picture of a radar, cached by its content: drawing hundreds of blips is slow, and the radar is usually
 * the same at two instants.
 */
export function preparedPicture(
  cache: ResponseCache,
  drawn: DrawnRadar,
  layout: RadarLayout,
): PreparedResponse<string> {
  const name = JSON.stringify(['radar picture', layout, entityTag(drawn)])
  return cache.prepared({ name, version: '' }, () => preparePicture(radarPicture(drawn, layout)))
}
