import { inSlices } from '@landscape/contracts/async/in-slices'
import { preparePicture } from '@landscape/http/responses/pages'
import type { ResponseCache, PreparedResponse } from '@landscape/http/responses/prepared-response'
import { entityTag } from '@landscape/store/documents/entity-tag'
import type { DrawnRadar } from './drawn-radar.ts'
import { radarPicture, type RadarLayout } from './radar-picture.ts'

/**
 * The picture of a radar, drawn in slices and cached by its content: drawing hundreds of blips is slow, and the
 * radar is usually the same at two instants. Concurrent callers share one drawing.
 */
export function preparedPicture(
  cache: ResponseCache,
  drawn: DrawnRadar,
  layout: RadarLayout,
): Promise<PreparedResponse<string>> {
  const name = JSON.stringify(['radar picture', layout, entityTag(drawn)])
  return cache.respond(
    { name, version: '' },
    (draw) => draw(),
    async () => preparePicture(await inSlices(radarPicture(drawn, layout))),
    async (picture: PreparedResponse<string>) => picture,
  )
}
