import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createClient, type Client } from './support/client.ts'
import { startLandscape, type Landscape } from './support/landscape.ts'

let landscape: Landscape
let client: Client
beforeAll(async () => {
  landscape = await startLandscape({
    services: ['gateway', 'projects', 'data', 'admin-review'],
    env: { CLIENT_PROFILE: 'existing', COMPATIBILITY_ALIASES: 'true' },
  })
  client = createClient(landscape.url)
})
afterAll(async () => {
  client?.close()
  await landscape?.stop()
})

describe('the test programs of existing clients', () => {
  const read = async (path: string) => {
    const response = await client.get(path)
    expect([path, response.status]).toEqual([path, 200])
    return response.json()
  }
  const post = async (path: string, body: object) => {
    const response = await client.post(path, body)
    return [response.status, response.json()] as const
  }
  const messages = async () =>
    ((await read('/admin/api/banners')) as { messages: { message: string; show: unknown }[] })
      .messages

  it('add, hide and delete a banner by its index', async () => {
    const banner = { message: 'Toggled', title: 'A banner', type: 'info', pages: ['radar'] }
    expect(await post('/admin/api/banners/update', { banner: { ...banner, show: true } })).toEqual([
      200,
      { message: 'Banner added successfully' },
    ])
    expect((await messages()).at(-1)).toMatchObject({ ...banner, show: true })
    const index = (await messages()).findIndex(({ message }) => message === 'Toggled')
    expect(await post('/admin/api/banners/toggle', { index, show: false })).toEqual([
      200,
      { message: 'Banner visibility updated successfully' },
    ])
    expect((await messages())[index]?.show).toBe(false)
    expect(await post('/admin/api/banners/delete', { index })).toEqual([
      200,
      { message: 'Banner deleted successfully' },
    ])
    expect((await messages()).some(({ message }) => message === 'Toggled')).toBe(false)
  })

  it('replace one list and all lists, and restore them', async () => {
    const path = '/admin/api/array-data/update'
    const before = (await read('/admin/api/array-data')) as Record<string, unknown>
    const items = ['item1', 'item2_updated']
    const one = { allCategories: false, category: 'languages', items }
    const saved = (message: string) => [200, expect.objectContaining({ message })]
    expect(await post(path, one)).toEqual(
      saved('Technology list for languages updated successfully'),
    )
    expect(await read('/admin/api/array-data')).toEqual({ ...before, languages: items })
    for (const all of [{ languages_updated: ['Go'], frameworks_updated: ['Vue'] }, before]) {
      expect(await post(path, { allCategories: true, items: all })).toEqual(
        saved('All technology lists updated successfully'),
      )
      expect(await read('/admin/api/array-data')).toEqual(all)
    }
  })

  it('add an entry to the radar twice and read it', async () => {
    const position = { moved: 0, ringId: 'ignore', date: '2000-01-01' }
    for (const description of ['first run', 'second run']) {
      const entry = {
        id: 'test-entry-1',
        title: 'Test Entry 1',
        description: 'Languages',
        key: 'test1',
        url: '#',
        quadrant: '1',
        timeline: [{ ...position, description }],
        links: [],
      }
      // The clients compare the message only.
      expect(await post('/review/api/tech-radar/update', { entries: [entry] })).toMatchObject([
        200,
        { message: 'Tech radar updated successfully' },
      ])
      const { entries } = (await read('/api/tech-radar/json')) as { entries: { id: string }[] }
      const { timeline, ...rest } = entry
      expect(entries.find(({ id }) => id === entry.id)).toMatchObject({
        ...rest,
        timeline: [timeline[0]],
      })
    }
  })

  const EMPTY = 'Invalid or empty entries data'
  const ALL = 'Invalid data format. Complete items object is required for all categories update.'
  const ONE =
    'Invalid data format. Category and items array are required for single category update.'
  const BOTH = "Both 'from' and 'to' values are required"
  it.each([
    ['/admin/api/banners/update', { banner: { pages: ['radar'] } }, 'Invalid banner data'],
    ['/admin/api/banners/update', { banner: { message: 'x', pages: [] } }, 'Invalid banner data'],
    ['/admin/api/banners/update', { not_banner: {} }, 'Invalid banner data'],
    ['/admin/api/banners/toggle', { index: 'first', show: true }, 'Invalid banner index'],
    ['/admin/api/banners/toggle', { show: true }, 'Invalid banner index'],
    ['/admin/api/banners/toggle', { index: 1_000, show: true }, 'Banner index out of range'],
    ['/admin/api/banners/delete', { index: 'first' }, 'Invalid banner index'],
    ['/admin/api/banners/delete', {}, 'Invalid banner index'],
    ['/admin/api/banners/delete', { index: 1_000 }, 'Banner index out of range'],
    ['/admin/api/array-data/update', { allCategories: true, items: 'text' }, ALL],
    ['/admin/api/array-data/update', { allCategories: false, items: ['item'] }, ONE],
    ['/admin/api/array-data/update', { allCategories: false, category: 'some' }, ONE],
    ['/admin/api/array-data/update', { allCategories: false, category: 'a', items: 'b' }, ONE],
    ['/admin/api/normalise-technology', { to: 'x' }, BOTH],
    ['/admin/api/normalise-technology', { from: 'x' }, BOTH],
    ['/admin/api/normalise-technology', {}, BOTH],
    ['/review/api/tech-radar/update', {}, EMPTY],
    ['/review/api/tech-radar/update', { entries: 'not_an_array' }, EMPTY],
    ['/review/api/tech-radar/update', { quadrants: [], rings: [], entries: [] }, EMPTY],
    [
      '/review/api/tech-radar/update',
      { title: 'T', quadrants: [{ invalid: 1 }], rings: [], entries: [] },
      EMPTY,
    ],
    [
      '/review/api/tech-radar/update',
      {
        title: 'T',
        quadrants: [{ id: '1', name: 'Languages' }],
        rings: [{ invalid: 1 }],
        entries: [],
      },
      EMPTY,
    ],
  ])('get the error messages that they compare: POST %s %j', async (path, body, error) => {
    expect(await post(path, body)).toEqual([400, expect.objectContaining({ error })])
  })

  it('normalise an unused technology', async () => {
    const body = { from: 'NonExistentTech123', to: 'SomeNewTechABC' }
    expect(await post('/admin/api/normalise-technology', body)).toEqual([
      200,
      { message: 'Technology names normalised successfully', updatedProjects: 0 },
    ])
  })

  it('read filtered and empty results', async () => {
    const since = '2025-12-09T10:11:12.123456'
    for (const [path, date] of [
      [`/api/json?datetime=${since}&archived=false`, since],
      ['/api/json?datetime=invalid-date', null],
    ]) {
      expect(await read(path!)).toMatchObject({ metadata: { filter_date: date } })
    }
    const missing = await client.get('/api/repository/project/json')
    expect([missing.status, missing.json()]).toEqual([
      400,
      expect.objectContaining({ error: 'No repositories specified' }),
    ])
    for (const path of ['/api/nonexistent', '/api/banners/nonexistent']) {
      expect((await client.get(path)).status).toBe(404)
    }
    expect(await read('/api/health')).toMatchObject({ status: 'healthy', pid: expect.any(Number) })
  })
})
