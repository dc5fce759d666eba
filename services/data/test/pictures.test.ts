import { createHash } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { radarOf } from '../src/radar/radar.fixture.ts'
import { dataService, REPOSITORIES } from './data-service.ts'

const RADAR = '/api/tech-radar/svg'
const LANGUAGES = '/api/languages/svg'

const { app, put } = await dataService({ radar: radarOf(161), repositories: REPOSITORIES })
const get = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await request(app).get(path).set(headers).responseType('blob')
  return { status: answer.status, headers: answer.headers, text: String(answer.body) }
}

describe.each([RADAR, LANGUAGES])('GET %s', (path) => {
  it('answers a picture that may only show itself, in the pages of everybody', async () => {
    const { status, headers, text } = await get(path)
    expect([status, headers['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8'])
    const [, style = ''] = /<style>([^]*)<\/style>/.exec(text) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(headers['content-security-policy']).toContain(`style-src 'sha256-${hash}'`)
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
  })

  it('is compressed, tagged, and answers 304 to who has it', async () => {
    const { headers } = await get(path, { 'accept-encoding': 'gzip' })
    expect(headers).toMatchObject({
      'content-encoding': 'gzip',
      'cache-control': 'public, no-cache',
    })
    const again = await get(path, { 'if-none-match': String(headers['etag']) })
    expect([again.status, again.text]).toEqual([304, ''])
  })
})

describe('pictures of what is not stored yet', () => {
  it('say so', async () => {
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
  it('draws what has just been stored', async () => {
    await put('radar', { ...radarOf(3), title: 'A small radar' })
    expect((await get(RADAR)).text).toContain('A small radar')
    await put('radar', radarOf(161))
    expect((await get(RADAR)).text).toContain('Technology 160')
  })

  it('draws it narrow for who asks for that, and refuses what is no layout', async () => {
    expect((await get(`${RADAR}?layout=narrow`)).text).toContain('width="400"')
    expect((await get(`${RADAR}?layout=wide`)).text).toBe((await get(RADAR)).text)
    const { status, body } = await request(app).get(`${RADAR}?layout=round`)
    expect([status, body.error]).toEqual([400, 'Unknown layout'])
  })

  it('answers 404 for an instant before its history began', async () => {
    const { status, body } = await request(app).get(`${RADAR}?at=2001-01-01`)
    expect([status, body.error]).toEqual([404, 'No version at that time'])
  })
})

describe(`GET ${LANGUAGES}`, () => {
  it('draws what the statistics say, with the same filters', async () => {
    expect((await get(LANGUAGES)).text).toContain('TypeScript 2, Shell 1.')
    expect((await get(`${LANGUAGES}?datetime=2025-01-01`)).text).toContain('Shell 1, TypeScript 1.')
    expect((await get(`${LANGUAGES}?archived=true`)).text).toContain('No language')
  })
})
