import { createHash } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { radarOf } from '../src/timeline/radar.fixture.ts'
import { dataService, REPOSITORIES } from './data-service.ts'

const RADAR = '/api/tech-radar/svg'
const LANGUAGES = '/api/languages/svg'

const { app, put } = await dataService({ radar: radarOf(161), repositories: REPOSITORIES })
const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await request(app).get(path).set(headers).responseType('blob')
  return { status: response.status, headers: response.headers, text: String(response.body) }
}

describe.each([RADAR, LANGUAGES])('GET %s', (path) => {
  it('returns an SVG that pages of any site can embed', async () => {
    const { status, headers, text } = await get(path)
    expect([status, headers['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8'])
    const [, style = ''] = /<style>([^]*)<\/style>/.exec(text) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(headers['content-security-policy']).toContain(`style-src 'sha256-${hash}'`)
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
  })

  it('returns a compressed picture', async () => {
    const { headers } = await get(path, { 'accept-encoding': 'gzip' })
    expect(headers).toMatchObject({
      'content-encoding': 'gzip',
      'cache-control': 'public, no-cache',
    })
  })
})

describe('pictures without stored data', () => {
  it('state that they are empty', async () => {
    const bare = (await dataService({})).app
    const shown = async (path: string) => {
      const { status, body } = await request(bare).get(path).responseType('blob')
      return [status, String(body)]
    }
    expect(await shown(RADAR)).toEqual([
      200,
      expect.stringContaining('There is nothing on the radar yet.'),
    ])
    expect(await shown(LANGUAGES)).toEqual([
      200,
      expect.stringContaining('No language of any repository is known.'),
    ])
  })
})

describe(`GET ${RADAR}`, () => {
  it('draws the radar that was just stored', async () => {
    await put('radar', { ...radarOf(3), title: 'A small radar' })
    expect((await get(RADAR)).text).toContain('A small radar')
    await put('radar', radarOf(161))
    expect((await get(RADAR)).text).toContain('Technology 160')
  })

  it('accepts the layout narrow and rejects unknown ones', async () => {
    expect((await get(`${RADAR}?layout=narrow`)).text).toContain('width="400"')
    expect((await get(`${RADAR}?layout=wide`)).text).toBe((await get(RADAR)).text)
    const { status, body } = await request(app).get(`${RADAR}?layout=round`)
    expect([status, body.error]).toEqual([400, 'Unknown layout'])
  })

  it('marks the changes since an instant, by default since 90 days before the newest move', async () => {
    const radar = radarOf(3)
    const [first, second, third] = radar.entries as object[]
    const dated = (date: string) => ({ timeline: [{ ringId: 'r0', date }] })
    await put('radar', {
      ...radar,
      entries: [
        { ...first, ...dated('2020-01-01') },
        { ...second, ...dated('2025-06-01') },
        { ...third, ...dated('2026-05-31') },
      ],
    })
    const byDefault = (await get(RADAR)).text
    expect(byDefault).toContain('Since 2 March 2026:')
    expect(byDefault).toContain('3 entries on the radar. 1 new.')
    expect((await get(`${RADAR}?since=2025-01-01`)).text).toContain('2 new.')
    expect((await request(app).get(`${RADAR}?since=soon`)).status).toBe(400)
    await put('radar', radarOf(161))
  })

  it('draws one quadrant alone', async () => {
    const { text } = await get(`${RADAR}?quadrant=Q1`)
    expect(text).toContain('Radar of 161: Quadrant 1')
    expect(text).not.toContain('Quadrant 2')
    const count = radarOf(161).entries.filter((one) => JSON.stringify(one).includes('"q1"')).length
    expect(text).toContain(`>${count} entries pass the filter.<`)
    expect((await request(app).get(`${RADAR}?quadrant=q9`)).status).toBe(400)
  })

  it('states that no entry passes the filter', async () => {
    expect((await get(`${RADAR}?ring=ignore`)).text).toContain(
      'No entry in a ring passes the filter.',
    )
  })

  it('returns 404 for an instant before the first change', async () => {
    const { status, body } = await request(app).get(`${RADAR}?at=2001-01-01`)
    expect([status, body.error]).toEqual([404, 'No version at that time'])
  })
})

describe(`GET ${LANGUAGES}`, () => {
  it('draws the statistics with the same filters', async () => {
    expect((await get(LANGUAGES)).text).toContain('TypeScript 2, Shell 1.')
    expect((await get(`${LANGUAGES}?datetime=2025-01-01`)).text).toContain('Shell 1, TypeScript 1.')
    expect((await get(`${LANGUAGES}?archived=true`)).text).toContain('No language')
  })
})
