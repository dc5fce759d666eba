import { describe, expect, it } from '@jest/globals'
import { createResponseCache } from '@landscape/http/responses/prepared-response'
import { drawnRadar } from './drawn-radar.ts'
import { preparedPicture } from './prepared-picture.ts'
import { radarOf } from './radar.fixture.ts'

describe('preparedPicture', () => {
  const cache = createResponseCache()

  it('draws equal radars once', () => {
    const first = preparedPicture(cache, drawnRadar(radarOf(3)), 'wide')
    expect(preparedPicture(cache, drawnRadar(radarOf(3)), 'wide')).toBe(first)
  })

  it('draws another radar or layout again', () => {
    const first = preparedPicture(cache, drawnRadar(radarOf(3)), 'wide')
    expect(preparedPicture(cache, drawnRadar(radarOf(4)), 'wide').tag).not.toBe(first.tag)
    expect(preparedPicture(cache, drawnRadar(radarOf(3)), 'narrow').tag).not.toBe(first.tag)
  })
})
