import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { DOCUMENTS } from '@landscape/contracts/documents'
import { replace } from '@landscape/store/objects/directory'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { harness, type Harness } from './harness.ts'
import { entry, item, radar } from './radar-data.ts'

let h: Harness
const store = createEmbeddedStore(':memory:')
beforeAll(() => {
  h = harness(store)
})
afterAll(() => store.close())

const put = (name: 'radar' | 'banners' | 'arrayData', value: unknown) =>
  replace(store, DOCUMENTS[name].ref, Buffer.from(JSON.stringify(value)))

describe('a stored array above the maximum length', () => {
  const many = <T>(length: number, one: (i: number) => T) =>
    Array.from({ length }, (_, i) => one(i))
  const tags = many(101, String)
  const parts = (kind: string) => many(101, (i) => ({ id: `${kind}${i}`, name: kind }))
  const stored = {
    ...radar([
      entry('tagged', { tags }),
      entry('linked', { links: tags }),
      entry('old', { timeline: many(1_001, (i) => item(`at ${i}`)) }),
    ]),
    quadrants: [{ id: '1', name: 'Languages' }, ...parts('quadrant')],
    rings: [{ id: 'adopt', name: 'ADOPT' }, ...parts('ring')],
  }
  const pages = many(101, String)
  const items = many(20_001, String)
  const lists = Object.fromEntries(many(1_001, (i) => [`list ${i}`, ['x']]))
  const path = '/admin/api/tech-radar/update'
  type Change = (list: unknown[]) => unknown[]
  /** Changes an array of one entry. */
  const inEntry = (at: number, field: string) => (change: Change) => {
    const entries = structuredClone(stored.entries) as Record<string, unknown[]>[]
    entries[at]![field] = change(entries[at]![field]!)
    return h.post(path, { entries })
  }
  const banner = { id: 'x', message: 'x', pages }
  const SAVES: [string, (change: Change) => Promise<{ status: number; body: unknown }>][] = [
    ['tags', inEntry(0, 'tags')],
    ['links', inEntry(1, 'links')],
    ['positions', inEntry(2, 'timeline')],
    ['quadrants', (change) => h.post(path, { ...stored, quadrants: change(stored.quadrants) })],
    ['rings', (change) => h.post(path, { ...stored, rings: change(stored.rings) })],
    ['pages', (change) => h.post('/admin/api/banners', [{ ...banner, pages: change(pages) }])],
    [
      'items',
      (change) =>
        h.post('/admin/api/array-data/update', { category: 'items', items: change(items) }),
    ],
    [
      'lists',
      (change) =>
        h.post('/admin/api/array-data/update', {
          allCategories: true,
          items: Object.fromEntries(change(Object.entries(lists)) as [string, unknown][]),
        }),
    ],
  ]
  const more: Record<string, unknown> = {
    positions: item('new'),
    quadrants: { id: 'new', name: 'New' },
    rings: { id: 'new', name: 'New' },
    lists: ['new', ['x']],
  }

  it.each(SAVES)('can be kept or shortened, but not extended: %s', async (name, save) => {
    await put('radar', stored)
    await put('banners', { messages: [banner] })
    await put('arrayData', name === 'lists' ? lists : { items })
    const added = more[name] ?? 'new'
    const statusOf = async (change: Change) => (await save(change)).status
    expect(await statusOf((list) => [...list, added])).toBe(400)
    expect(await statusOf((list) => [...list.slice(0, -1), added])).toBe(200)
    expect(await statusOf((list) => list.slice(0, -1))).toBe(200)
  })

  it('has its new elements validated', async () => {
    await put('radar', stored)
    const entries = structuredClone(stored.entries) as Record<string, unknown[]>[]
    entries[0]!['tags'] = [...tags.slice(0, 50), 7]
    const { status, body } = await h.post(path, { entries })
    expect([status, body.errors]).toEqual([
      400,
      [{ pointer: '/entries/0/tags/50', detail: 'must be a string' }],
    ])
  })
})
