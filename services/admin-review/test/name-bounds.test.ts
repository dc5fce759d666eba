import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { DOCUMENTS } from '@landscape/contracts/documents'
import { replace } from '@landscape/store/objects/directory'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { harness, type Harness } from './harness.ts'
import { entry, radar, structure } from './radar-data.ts'

let h: Harness
const store = createEmbeddedStore(':memory:')
beforeAll(() => {
  h = harness(store)
})
afterAll(() => store.close())

const put = (name: 'radar' | 'arrayData' | 'projects' | 'technologyNames', value: unknown) =>
  replace(store, DOCUMENTS[name].ref, Buffer.from(JSON.stringify(value)))
/** 100 characters that take 200 UTF-16 units. */
const LONGEST = '🚀'.repeat(100)
const LONG = `${LONGEST}!`
const many = (count: number, name = 'n') => Array.from({ length: count }, (_, i) => `${name} ${i}`)

describe('POST /admin/api/array-data/update', () => {
  const LISTS = '/admin/api/array-data/update'
  const one = (items: unknown) => h.post(LISTS, { category: 'languages', items })
  const all = (items: unknown) => h.post(LISTS, { allCategories: true, items })
  const INVALID_ONE =
    'Invalid data format. Category and items array are required for single category update.'
  const INVALID_ALL =
    'Invalid data format. Complete items object is required for all categories update.'

  it('returns 400 for a new item of more than 100 characters', async () => {
    await put('arrayData', { languages: ['Go'], frameworks: [] })
    expect((await one(['Go', LONGEST])).status).toBe(200)
    expect(await one(['Go', LONG])).toMatchObject({ status: 400, body: { error: INVALID_ONE } })
    expect(await all({ languages: [LONG] })).toMatchObject({
      status: 400,
      body: { error: INVALID_ALL },
    })
  })

  it('accepts a stored item that is longer, until it changes', async () => {
    await put('arrayData', { languages: ['Go', LONG], frameworks: [] })
    expect((await one([LONG, 'Zig'])).status).toBe(200)
    expect((await all({ languages: [LONG], frameworks: ['Vue'] })).status).toBe(200)
    expect((await one([`${LONG}!`])).status).toBe(400)
  })

  it('accepts 5,000 items in all lists, and no more', async () => {
    await put('arrayData', { languages: many(4_999), frameworks: [] })
    const frameworks = (items: unknown) => h.post(LISTS, { category: 'frameworks', items })
    expect((await frameworks(['Vue'])).status).toBe(200)
    expect(await frameworks(['Vue', 'React'])).toMatchObject({
      status: 400,
      body: { error: INVALID_ONE },
    })
    expect(await all({ languages: many(2_501), frameworks: many(2_500) })).toMatchObject({
      status: 400,
      body: { error: INVALID_ALL },
    })
  })

  it('accepts more stored items when their number does not grow, and their undo', async () => {
    await put('arrayData', { languages: many(6_000), frameworks: many(10) })
    expect((await one([...many(5_999), 'other'])).status).toBe(200)
    expect((await one(many(5_500))).status).toBe(200)
    expect((await one(many(5_501))).status).toBe(400)
    const { body } = await h.get('/admin/api/history?document=lists&limit=1')
    expect((await h.post(`/admin/api/history/${body.changes[0].id}/undo`, {})).status).toBe(200)
    expect((await h.get('/admin/api/array-data')).body.languages).toHaveLength(6_000)
  })
})

describe('POST /admin/api/tech-radar/update', () => {
  const save = (entries: unknown[], more: object = {}) =>
    h.post('/admin/api/tech-radar/update', { entries, ...more })

  it('returns 400 for a new or changed title of more than 100 characters', async () => {
    await put('radar', radar([entry('zig')]))
    for (const id of ['zig', 'new']) {
      const { status, body } = await save([entry(id, { title: LONG })])
      expect([status, body.error]).toEqual([400, `Invalid entry structure: entry ${id}, title`])
    }
    expect((await save([entry('zig', { title: LONGEST })])).status).toBe(200)
  })

  it('accepts a longer title that is stored', async () => {
    const stored = [entry('zig', { title: LONG }), entry('go')]
    await put('radar', radar(stored))
    expect((await save([entry('zig', { title: LONG, description: 'other' })])).status).toBe(200)
    const renamed = [{ ...stored[0], description: 'other' }, entry('go', { description: 'other' })]
    expect((await save(renamed, structure())).status).toBe(200)
    expect((await save([entry('zig', { title: `${LONG}!` })])).status).toBe(400)
    expect((await save([entry('zig', { title: 'Zig' })])).status).toBe(200)
  })
})

describe('POST /admin/api/normalise/technology', () => {
  const normalise = (from: string, to: string) =>
    h.post('/admin/api/normalise/technology', { from, to })

  it('replaces a stored name of any length, by a name of at most 100 characters', async () => {
    const stored = 'x'.repeat(3_000)
    const languages = { main: [stored], others: [] }
    await put('projects', {
      projects: [{ details: [{ name: 'Tides' }], architecture: { languages } }],
    })
    expect(await normalise(stored, LONGEST)).toMatchObject({
      status: 200,
      body: { updatedProjects: 1 },
    })
    expect((await normalise(LONGEST, LONG)).status).toBe(400)
  })
})

describe('PUT /admin/api/technology-names', () => {
  const PATH = '/admin/api/technology-names'
  const stored = [
    { name: 'Go', aliases: [] },
    { name: 'PostgreSQL', aliases: ['psql', LONG] },
    { name: `${LONG} 2`, aliases: ['long'] },
  ]
  const [go, postgres, long] = stored
  const save = async (names: unknown) => {
    await put('technologyNames', stored)
    return (await h.put(PATH, { names })).status
  }

  it.each([
    ['a longer name and a longer alias', [go, { ...postgres, aliases: ['psql'] }]],
    ['another alias next to a longer one', [go, { ...postgres, aliases: [LONG] }, long]],
    ['the alias of a longer name', [go, postgres, { ...long, aliases: [] }]],
    ['an earlier name and an alias next to a longer one', [{ ...postgres, aliases: [LONG] }, long]],
  ])('accepts the removal of %s', async (_, names) => {
    expect(await save(names)).toBe(200)
  })

  it('accepts a shorter name instead of a longer one', async () => {
    expect(await save([go, postgres, { ...long, name: LONGEST }])).toBe(200)
  })

  it('returns 400 for another name or alias of more than 100 characters', async () => {
    expect(await save([go, postgres, { ...long, name: `${LONG} 3` }])).toBe(400)
    expect(await save([{ ...go, aliases: [LONG] }, postgres, long])).toBe(400)
  })

  it('accepts the removal of a longer alias alone', async () => {
    await put('technologyNames', stored)
    const query = new URLSearchParams({ name: 'PostgreSQL', alias: LONG }).toString()
    expect((await h.delete(`${PATH}/aliases?${query}`)).status).toBe(200)
  })
})
