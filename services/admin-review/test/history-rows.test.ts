import { beforeEach, describe, expect, it } from '@jest/globals'
import { parse } from 'csv-parse/sync'
import { harness, REVIEWER, type Harness } from './harness.ts'
import { ALL, changes, editAll, OF_RADAR } from './history-edits.ts'

let h: Harness
beforeEach(async () => {
  h = harness()
  await editAll(h)
})

const rowsOf = (text: string) => parse<Record<string, string>>(text, { columns: true })

/** The query of the next page. */
const nextOf = (headers: Record<string, string>) =>
  /<(?<path>[^?]*)(?<query>.*)>; rel="next"/.exec(headers['link'] ?? '')?.groups ?? {}

describe('GET /admin/api/history as rows', () => {
  it('returns one change per CSV row, with the authors of the JSON', async () => {
    const { headers, text } = await h.get(`${ALL}?format=csv`)
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'private, no-cache',
      vary: 'Accept, Accept-Encoding, Cookie',
    })
    const rows = rowsOf(text)
    expect(rows.map(({ document }) => document)).toEqual(['projects', 'banners', 'lists', 'radar'])
    expect(rows.at(-1)).toEqual({
      id: 'radar-1-1',
      at: expect.stringMatching(/Z$/),
      document: 'radar',
      'actor.email': REVIEWER.email,
      action: 'review radar',
      summary: 'ZIG: description',
      subjects: 'zig',
      'removal.of': '',
      'removal.count': '',
      'removal.total': '',
      requestId: expect.stringMatching(/./),
      undoes: '',
      undoneBy: '',
    })
  })

  it('returns one change per line of NDJSON, with its operations', async () => {
    const { headers, text } = await h.get(ALL, { headers: { accept: 'application/x-ndjson' } })
    expect(headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
    const lines = text.trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(await changes(h))
  })

  it('prevents formulas in spreadsheets', async () => {
    const banner = { message: '=HYPERLINK("https://acme.example")', pages: ['radar'] }
    await h.post('/admin/api/banners/update', { banner })
    const { text } = await h.get(`${ALL}?format=csv&for=spreadsheet&limit=1`)
    expect(text).toContain(`"'${banner.message.replaceAll('"', '""')}`)
  })

  it.each(['json', 'csv', 'ndjson'])('links to the next page of %s', async (format) => {
    const since = '2020-02-29T10:00:00.000Z'
    const first = await h.get(`${ALL}?format=${format}&limit=3&since=${since}`)
    const { path, query: next } = nextOf(first.headers)
    expect(path).toBe(ALL)
    expect(Object.fromEntries(new URLSearchParams(next))).toMatchObject({
      format,
      limit: '3',
      since,
    })
    const second = await h.get(`${path}${next}`)
    expect([second.status, second.headers['link']]).toEqual([200, undefined])
    expect(second.text).toContain('radar-1-1')
    expect(first.text).not.toContain('radar-1-1')
  })
})

describe('GET /review/api/history as rows', () => {
  it('contains the radar only', async () => {
    const { text } = await h.get(`${OF_RADAR}?format=csv`, { as: REVIEWER })
    expect(rowsOf(text).map(({ id }) => id)).toEqual(['radar-1-1'])
  })
})
