import { beforeEach, describe, expect, it } from '@jest/globals'
import { harness, type Harness } from './harness.ts'

const PATH = '/admin/api/array-data/update'
const stored = { languages: ['Go', 'Zig'], frameworks: ['Fastify'], cicd: [] }
const ALL = 'Invalid data format. Complete items object is required for all categories update.'
const ONE = 'Invalid data format. Category and items array are required for single category update.'
const UNKNOWN = 'Invalid category. The specified category does not exist.'

let h: Harness
beforeEach(() => {
  h = harness()
})

describe('GET /admin/api/array-data', () => {
  // spec: 4.3-r6
  it('returns the stored lists', async () => {
    await h.seed('arrayData', stored)
    const response = await h.get('/admin/api/array-data')
    expect(response.status).toBe(200)
    expect(response.body).toEqual(stored)
  })

  // spec, otherwise: 4.3-r6
  it('returns an empty object when nothing is stored', async () => {
    const response = await h.get('/admin/api/array-data')
    expect(response.status).toBe(200)
    expect(response.body).toEqual({})
  })
})

describe('POST /admin/api/array-data/update, one category', () => {
  // spec: 4.3-r7
  it.each([
    ['plainly', {}],
    ['with allCategories false', { allCategories: false }],
  ])('replaces only the list of the category, %s', async (_name, extra) => {
    await h.seed('arrayData', stored)
    const response = await h.post(PATH, { category: 'languages', items: ['Rust', 'Go'], ...extra })
    expect(response.status).toBe(200)
    expect(response.body).toEqual({
      message: 'Technology list for languages updated successfully',
      removedItems: ['Zig'],
    })
    expect(await h.stored('arrayData')).toEqual({ ...stored, languages: ['Rust', 'Go'] })
  })

  // spec: 1-s6b
  it.each([
    ['with one item', 'frameworks'],
    ['without items', 'cicd'],
    ['with several items', 'languages'],
  ])('empties the list of a category %s', async (_name, category) => {
    await h.seed('arrayData', stored)
    expect((await h.post(PATH, { category, items: [] })).status).toBe(200)
    expect(await h.stored('arrayData')).toEqual({ ...stored, [category]: [] })
  })

  it('accepts a stored category with the name of a built-in', async () => {
    await h.seed('arrayData', { toString: ['a'] })
    expect((await h.post(PATH, { category: 'toString', items: ['b'] })).status).toBe(200)
    expect(await h.stored('arrayData')).toEqual({ toString: ['b'] })
  })

  // spec, otherwise: 4.3-r7
  it.each([
    ['no category', { items: [] }, ONE],
    ['an empty category', { category: '', items: [] }, ONE],
    ['a category that is not a string', { category: 1, items: [] }, ONE],
    ['no items', { category: 'languages' }, ONE],
    ['items that are not an array', { category: 'languages', items: 'Go' }, ONE],
    ['items that are an object', { category: 'languages', items: { 0: 'Go' } }, ONE],
    ['items that are not strings', { category: 'languages', items: ['Go', 1] }, ONE],
    ['an item above the maximum length', { category: 'languages', items: ['x'.repeat(101)] }, ONE],
    ['too many items', { category: 'languages', items: Array(20_001).fill('x') }, ONE],
    ['allCategories that is not a boolean', { category: 'cicd', items: [], allCategories: 1 }, ONE],
    ['an unknown category', { category: 'editors', items: [] }, UNKNOWN],
    ['a built-in name as category', { category: 'toString', items: [] }, UNKNOWN],
    ['the prototype as category', { category: '__proto__', items: [] }, UNKNOWN],
    ['null', 'null', ONE],
    ['an array', [], ONE],
  ])('rejects %s and stores nothing', async (_name, body, error) => {
    await h.seed('arrayData', stored)
    const response = await h.post(PATH, body)
    expect(response.status).toBe(400)
    expect(response.body.error).toBe(error)
    expect(await h.stored('arrayData')).toEqual(stored)
  })

  it.each([
    ['no category', { items: ['Go'] }, '/category', 'is missing'],
    [
      'a category that is not a string',
      { category: 5, items: ['Go'] },
      '/category',
      'must be a string',
    ],
    ['no items', { category: 'languages' }, '/items', 'is missing'],
  ])('reports the path of %s', async (_name, body, ...fault) => {
    const [pointer, detail] = fault
    const response = await h.post(PATH, body)
    expect(response.body.errors).toEqual([{ pointer, detail }])
  })

  it('rejects every category when nothing is stored', async () => {
    const response = await h.post(PATH, { category: 'languages', items: [] })
    expect(response.status).toBe(400)
    expect(response.body.error).toBe(UNKNOWN)
    expect(response.body.errors).toEqual([
      { pointer: '/category', detail: 'is not an existing category' },
    ])
    expect(await h.stored('arrayData')).toBeUndefined()
  })
})

describe('POST /admin/api/array-data/update, all categories', () => {
  const items = { databases: ['Postgres'], cicd: [] }

  // spec: 4.3-r7
  it.each([
    ['something', stored],
    ['nothing', undefined],
  ])('replaces all lists when %s is stored', async (_name, before) => {
    if (before) await h.seed('arrayData', before)
    const response = await h.post(PATH, { allCategories: true, items })
    expect(response.status).toBe(200)
    expect(response.body).toEqual({
      message: 'All technology lists updated successfully',
      ...(before && { removedItems: ['languages', 'frameworks', 'Go', 'Zig', 'Fastify'] }),
    })
    expect(await h.stored('arrayData')).toEqual(items)
  })

  it('empties the lists that are sent empty', async () => {
    await h.seed('arrayData', stored)
    const items = Object.fromEntries(Object.keys(stored).map((category) => [category, []]))
    const body = { allCategories: true, items }
    expect((await h.post(PATH, body)).status).toBe(200)
    expect(await h.stored('arrayData')).toEqual(items)
  })

  it.each([
    ['no items', {}],
    ['null', { items: null }],
    ['a string', { items: 'not an object' }],
    ['an array', { items: [] }],
    ['no category', { items: {} }],
    ['an array with a category', { items: ['Go'], category: 'languages' }],
    ['a value that is not an array', { items: { languages: 'Go' } }],
    ['an array of other values than strings', { items: { languages: [null] } }],
    ['a category without a name', { items: { '': [] } }],
    [
      'too many categories',
      { items: Object.fromEntries(Array.from({ length: 1_001 }, (_, i) => [`c${i}`, []])) },
    ],
  ])('rejects %s and stores nothing', async (_name, body) => {
    await h.seed('arrayData', stored)
    const response = await h.post(PATH, { allCategories: true, ...body })
    expect(response.status).toBe(400)
    expect(response.body.error).toBe(ALL)
    expect(await h.stored('arrayData')).toEqual(stored)
  })
})
