import { describe, expect, it } from '@jest/globals'
import { createResponseCache } from '@landscape/http/responses/prepared-response'
import { drawnRadar } from './drawn-radar.ts'
import { preparedPicture } from './picture-route.ts'
import { radarOf } from '../timeline/radar.fixture.ts'
import { radarViewFor } from '../timeline/radar-view.ts'

describe('preparedPicture', () => {
  const cache = createResponseCache()

  it('draws equal radars once', async () => {
    const first = await preparedPicture(cache, drawnRadar(radarViewFor(radarOf(3))), 'wide')
    expect(await preparedPicture(cache, drawnRadar(radarViewFor(radarOf(3))), 'wide')).toBe(first)
  })

  it('draws equal radars of concurrent callers once', async () => {
    const [one, other] = await Promise.all(
      [radarOf(30), radarOf(30)].map((radar) =>
        preparedPicture(cache, drawnRadar(radarViewFor(radar)), 'wide'),
      ),
    )
    expect(one).toBe(other)
  })

  it('draws versions once that differ only in what is not drawn', async () => {
    const radar = radarOf(3)
    const described = {
      ...radar,
      entries: radar.entries.map((one) => ({ ...(one as object), tags: ['a'] })),
    }
    const first = await preparedPicture(cache, drawnRadar(radarViewFor(radar)), 'wide')
    expect(await preparedPicture(cache, drawnRadar(radarViewFor(described)), 'wide')).toBe(first)
  })

  it('draws another radar or layout again', async () => {
    const first = await preparedPicture(cache, drawnRadar(radarViewFor(radarOf(3))), 'wide')
    const more = await preparedPicture(cache, drawnRadar(radarViewFor(radarOf(4))), 'wide')
    expect(more.tag).not.toBe(first.tag)
    const narrow = await preparedPicture(cache, drawnRadar(radarViewFor(radarOf(3))), 'narrow')
    expect(narrow.tag).not.toBe(first.tag)
  })
})
