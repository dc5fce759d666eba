import { beforeEach, describe, expect, it } from '@jest/globals'
import { DOCUMENTS } from '@landscape/contracts/documents'
import { replace } from '@landscape/store/objects/directory'
import { harness, type Harness } from './harness.ts'
import { banners, entries, lists, LISTS, names, seedAll } from './large-documents.ts'
import { structure } from './radar-data.ts'

let h: Harness
beforeEach(async () => {
  h = harness()
  await seedAll(h)
})

const TOO_MUCH = [
  [
    'radar',
    '/admin/api/tech-radar/update',
    { ...structure(), entries: entries.slice(0, 3) },
    'entries',
    158,
    161,
  ],
  [
    'radar',
    '/review/api/tech-radar/update',
    { ...structure(), entries: entries.slice(0, 3) },
    'entries',
    158,
    161,
  ],
  ['banners', '/admin/api/banners', { messages: [] }, 'banners', 12, 12],
  ['banners', '/admin/api/banners', { messages: banners.messages.slice(10) }, 'banners', 10, 12],
  ['arrayData', LISTS, { category: 'languages', items: names(25) }, 'items of languages', 10, 35],
  ['arrayData', LISTS, { category: 'frameworks', items: [] }, 'items of frameworks', 34, 34],
  [
    'arrayData',
    LISTS,
    { allCategories: true, items: { cicd: ['Make'] } },
    'items of 2 lists',
    69,
    69,
    // With the two lists.
    71,
  ],
] as const

describe.each(TOO_MUCH)(
  'a large removal from %s: POST %s %#',
  (name, path, body, of, count, total, all: number = count) => {
    // spec: 4.3-r2 4.3-r7 4.3-r9 4.4-r1c 4.4-r1d own.edits.removed
    it('is stored and returns the removed elements with the undo request', async () => {
      const before = await h.stored(name)
      const response = await h.post(path, body)
      expect(response.status).toBe(200)
      const { message, removedItems, removed, removedCount, undo, ...rest } = response.body
      expect([message, rest]).toEqual([expect.stringMatching(/ successfully$/), {}])
      expect(removedItems).toEqual(expect.arrayContaining(removed.slice(0, 50)))
      expect([removed.length, removedCount]).toEqual([Math.min(count, 100), all])
      expect(undo).toEqual({
        method: 'POST',
        path: expect.stringMatching(
          new RegExp(`^${path.slice(0, path.indexOf('/api') + 4)}/history/`),
        ),
      })
      expect(await h.stored(name)).not.toEqual(before)
      const change = await h.get(undo.path.replace(/\/undo$/, ''))
      expect(change.body.removal).toEqual({ of, count, total })
      expect((await h.post(undo.path, undefined)).status).toBe(200)
      expect(await h.stored(name)).toEqual(before)
    })

    it('is previewed by a dry run', async () => {
      const before = await h.stored(name)
      const response = await h.post(path, { ...body, dryRun: true })
      expect([response.status, response.body.dryRun]).toEqual([200, true])
      expect(response.body.removed).toHaveLength(Math.min(count, 100))
      expect(response.body.removedCount).toBe(all)
      expect(response.body).not.toHaveProperty('undo')
      expect(await h.stored(name)).toEqual(before)
    })
  },
)

describe('a save of an array of banners', () => {
  it('returns the removed elements', async () => {
    const { status, body } = await h.post('/admin/api/banners', [])
    expect([status, body.removed]).toEqual([200, names(12, 'b')])
  })
})

describe('saves of several callers in one commit', () => {
  it('return an undo of each save', async () => {
    await h.seed('arrayData', { ...lists, tools: names(30) })
    const save = (category: string) => h.post(LISTS, { category, items: [] })
    const responses = await Promise.all(['tools', 'languages', 'frameworks'].map(save))
    const records = responses.map(({ body }) => /lists-(\d+)-/.exec(body.undo.path)?.[1])
    expect(new Set(records).size).toBeLessThan(3)
    for (const [i, { body }] of responses.entries()) {
      const change = await h.get(body.undo.path.replace(/\/undo$/, ''))
      expect(change.body.removal.of).toBe(`items of ${['tools', 'languages', 'frameworks'][i]}`)
    }
  })
})

describe('a small removal', () => {
  it('names what an earlier caller had added', async () => {
    const save = (items: string[]) => h.post(LISTS, { category: 'languages', items })
    await save([...names(35), 'Zig'])
    expect((await save([...names(35), 'Go'])).body.removedItems).toEqual(['Zig'])
  })

  // spec, otherwise: own.edits.removed
  it('is returned and recorded without a mark', async () => {
    const { body } = await h.post(LISTS, { category: 'languages', items: names(30) })
    expect(body).toEqual({
      message: 'Technology list for languages updated successfully',
      removedItems: names(35).slice(30),
    })
    const { changes } = (await h.get('/admin/api/history')).body
    expect(changes[0]).not.toHaveProperty('removal')
  })
})

describe('a removal', () => {
  it('is compared with the version that the save replaces, not an earlier one', async () => {
    const real = h.store
    const { ref } = DOCUMENTS.arrayData
    let isFirst = true
    h = harness({
      ...real,
      async put(...args) {
        const other = { ...lists, cicd: ['Make', 'Ninja'] }
        if (isFirst) await replace(real, ref, Buffer.from(JSON.stringify(other)))
        isFirst = false
        return real.put(...args)
      },
    })
    const { body } = await h.post(LISTS, { category: 'cicd', items: [] })
    expect(body.removed).toEqual(['Make', 'Ninja'])
  })
})
