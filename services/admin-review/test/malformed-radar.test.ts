import { beforeEach, describe, expect, it } from '@jest/globals'
import { harness, type Harness } from './harness.ts'
import { entry, item, radar } from './radar-data.ts'

const REVIEW = '/review/api/tech-radar/update'
const ADMIN = '/admin/api/tech-radar/update'

let h: Harness
beforeEach(() => {
  h = harness()
})

describe('a stored radar with malformed elements', () => {
  const malformed = [
    null,
    'text',
    { title: 'no id' },
    { id: 7 },
    { id: 'b' },
    { id: 'c', timeline: 'x' },
  ]
  const stored = {
    ...radar([...malformed, entry('zig')]),
    quadrants: [{ id: '1' }, null, { name: 'no id' }],
    rings: [{ id: 'adopt' }, 'text'],
  }

  beforeEach(async () => h.seed('radar', stored))

  it('is returned unchanged', async () => {
    const { status, body } = await h.get('/admin/api/tech-radar')
    expect([status, body]).toEqual([200, stored])
  })

  it('accepts new entries and keeps malformed ones', async () => {
    expect((await h.post(REVIEW, { entries: [entry('new')] })).status).toBe(200)
    const after = (await h.stored('radar')) as { entries: unknown[] }
    expect(after.entries).toHaveLength(stored.entries.length + 1)
    expect(after.entries).toEqual(expect.arrayContaining(stored.entries))
  })

  it('rejects an entry in a quadrant without an id', async () => {
    const entries = [entry('new', { quadrant: 'undefined' })]
    expect((await h.post(REVIEW, { entries })).status).toBe(400)
  })

  it.each([REVIEW, ADMIN])('passes when it is sent back unchanged: POST %s', async (path) => {
    for (const body of [stored, { entries: stored.entries }]) {
      expect((await h.post(path, body)).status).toBe(200)
      expect(JSON.stringify(await h.stored('radar'))).toBe(JSON.stringify(stored))
    }
    expect((await h.post(path, { ...stored, title: 'New' })).status).toBe(200)
    expect(await h.stored('radar')).toEqual({ ...stored, title: 'New' })
    const moved = entry('zig', { timeline: [item('first'), item('moved')] })
    expect((await h.post(path, { entries: [...malformed, moved] })).status).toBe(200)
    const { entries } = (await h.stored('radar')) as { entries: unknown[] }
    expect(entries).toEqual(expect.arrayContaining(malformed))
    expect(entries).toMatchObject(expect.arrayContaining([expect.objectContaining({ id: 'zig' })]))
  })

  it.each([
    ['without a title', [entry('b')]],
    ['without a title, at its index', stored.entries.with(5, entry('c'))],
    ['without an id', stored.entries.with(2, { title: 'no id', timeline: [item('moved')] })],
    ['with a number as id', stored.entries.with(3, { id: 7, title: 'New' })],
  ])('rejects the change of an element %s with 409', async (_name, entries) => {
    for (const path of [REVIEW, ADMIN]) {
      const { status, body } = await h.post(path, { entries })
      expect([status, body.error]).toEqual([409, expect.stringContaining('store -- inspect')])
    }
    expect(await h.stored('radar')).toEqual(stored)
  })

  it('can be replaced with valid elements in a complete save', async () => {
    const repaired = radar([entry('b'), entry('zig')])
    expect((await h.post(ADMIN, repaired)).status).toBe(200)
    expect(await h.stored('radar')).toEqual(repaired)
  })

  it('accepts stored entries with ids that are objects', async () => {
    const ids: unknown[] = [{ toString: null }, [{ toString: 7 }], { id: { toString: 'x' } }]
    const entries = ids.map((id) => entry('zig', { id }))
    await h.seed('radar', radar([...entries, entry('go')]))
    const sent = { entries: [...entries, entry('go'), entry('new')] }
    expect((await h.post(REVIEW, sent)).status).toBe(200)
    const { entries: after } = (await h.stored('radar')) as { entries: unknown[] }
    expect(after).toEqual(expect.arrayContaining(entries))
    expect(after).toHaveLength(5)
  })
})
