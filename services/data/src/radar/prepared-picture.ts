import { entityTag } from '@landscape/store'
import { preparePicture, type ResponseCache, type PreparedResponse } from '@landscape/http'
import type { DrawnRadar } from './drawn-radar.ts'
import { radarPicture, type RadarLayout } from './radar-picture.ts'

/**
 * The picture of a radar, kept by its contents: placing hundreds of blips takes most of a second, and the radar of two
 * instants is usually the same.
 */
export function preparedPicture(
  cache: ResponseCache,
  drawn: DrawnRadar,
  layout: RadarLayout,
): PreparedResponse<string> {
  const name = JSON.stringify(['radar picture', layout, entityTag(drawn)])
  return cache.prepared({ name, version: '' }, () => preparePicture(radarPicture(drawn, layout)))
}
