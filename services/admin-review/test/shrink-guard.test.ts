import { beforeEach, describe, expect, it } from '@jest/globals'
import { DOCUMENTS } from '@landscape/contracts'
import { replace } from '@landscape/store'
import { harness, REVIEWER, type Harness } from './harness.ts'
import { entry, item, radar, structure } from './radar-data.ts'

const LISTS = '/admin/api/array-data/update'
const names = (count: number, prefix = 'n') =>
  Array.from({ length: count }, (_, i) => `${prefix}${i}`)
const entries = names(161, 'e').map((id) => entry(id))
const banner = (message: string) => ({ message, pages: ['radar'] })
const banners = { messages: names(12, 'b').map(banner) }
const lists = { languages: names(35), frameworks: names(34, 'f'), cicd: ['Make'] }

let h: Harness
beforeEach(async () => {
  h = harness()
  await seedAll()
})

async function seedAll() {
  await h.seed('radar', radar(entries))
  await h.seed('banners', banners)
  await h.seed('arrayData', lists)
}

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
  ],
] as const

describe.each(TOO_MUCH)(
  'a large removal from %s: POST %s %#',
  (name, path, body, of, count, total) => {
    // spec: 4.3-r2 4.3-r7 4.3-r9 4.4-r1c 4.4-r1d own.edits.removed
    it('is stored and returns the removed elements with the undo request', async () => {
      const before = await h.stored(name)
      const response = await h.post(path, body)
      expect(response.status).toBe(200)
      const { message, removed, removedCount, undo, ...rest } = response.body
      expect([message, rest]).toEqual([expect.stringMatching(/ successfully$/), {}])
      expect([removed.length, removedCount]).toEqual([Math.min(count, 100), count])
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
      expect(response.body.removedCount).toBe(count)
      expect(response.body).not.toHaveProperty('undo')
      expect(await h.stored(name)).toEqual(before)
    })

    it('accepts confirmRemoval and does not store it', async () => {
      expect((await h.post(path, { ...body, confirmRemoval: false })).status).toBe(200)
      await seedAll()
      const response = await h.post(path, { ...body, confirmRemoval: true })
      expect([response.status, response.body.removedCount]).toEqual([200, count])
      expect(JSON.stringify(await h.stored(name))).not.toContain('confirmRemoval')
    })

    describe('with SHRINK_GUARD=refuse', () => {
      beforeEach(() => {
        h = harness(h.store, undefined, 'refuse')
      })

      // spec: own.edits.guard
      it('is rejected with the removed elements, and nothing is stored', async () => {
        const before = await h.stored(name)
        for (const more of [{}, { confirmRemoval: false }, { dryRun: true }]) {
          const response = await h.post(path, { ...body, ...more })
          expect(response.status).toBe(409)
          expect(response.body).toMatchObject({
            type: '/problems/conflict',
            error: `This would remove ${count} of ${total} ${of}`,
          })
          expect(response.body.removes).toHaveLength(Math.min(count, 100))
        }
        expect(await h.stored(name)).toEqual(before)
      })

      // spec, otherwise: own.edits.guard
      it('is stored when confirmed', async () => {
        const response = await h.post(path, { ...body, confirmRemoval: true })
        expect([response.status, response.body.removedCount]).toEqual([200, count])
        expect(JSON.stringify(await h.stored(name))).not.toContain('confirmRemoval')
      })
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
  // spec, otherwise: own.edits.removed
  it('is returned and recorded without a mark', async () => {
    const { body } = await h.post(LISTS, { category: 'languages', items: names(30) })
    expect(body).toEqual({ message: 'Technology list for languages updated successfully' })
    const { changes } = (await h.get('/admin/api/history')).body
    expect(changes[0]).not.toHaveProperty('removal')
  })
})

describe('the shrink guard', () => {
  it('compares with the version that the save replaces, not an earlier one', async () => {
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

  it('is described in the API with its members', async () => {
    const { body } = await h.get('/openapi.json', { as: null })
    for (const path of [LISTS, '/admin/api/banners', '/review/api/tech-radar/update']) {
      const { description, responses } = body.paths[path].post
      for (const term of ['removed', 'undo', 'SHRINK_GUARD=refuse', 'confirmRemoval'])
        expect(description).toContain(`\`${term}\``)
      expect(responses['409'].description).toContain('conflict')
    }
    expect(body.components.schemas.RadarSubmission.properties.confirmRemoval.type).toBe('boolean')
  })
})

describe('control members', () => {
  it.each([
    ['/admin/api/banners/delete', { index: 0, confirmRemoval: true }],
    ['/admin/api/banners/toggle', { index: 0, confirmRemoval: true }],
    ['/admin/api/banners/toggle', { index: 0, showing: true }],
    ['/admin/api/banners/update', { ...banner('x'), confirmRemoval: true }],
    ['/admin/api/banners/update', { banner: banner('x'), confirm_removal: true }],
    ['/admin/api/banners', { ...banners, confirmremoval: true }],
    ['/admin/api/tech-radar/update', { entries, 'confirm-removal': true }],
    [LISTS, { category: 'cicd', items: [], force: true }],
    [LISTS, { allCategories: true, items: lists, ConfirmRemoval: true }],
  ])('are rejected by routes without them: %s %#', async (path, body) => {
    const before = [await h.stored('banners'), await h.stored('radar'), await h.stored('arrayData')]
    const response = await h.post(path, body)
    expect(response.status).toBe(400)
    expect(response.body.error).toMatch(/^Unknown member: \S+$/)
    const after = [await h.stored('banners'), await h.stored('radar'), await h.stored('arrayData')]
    expect(after).toEqual(before)
  })

  it.each([
    ['/admin/api/banners/toggle?dryRun=true', { index: 0 }],
    ['/admin/api/banners/delete?dry_run=1', { index: 0 }],
    [
      '/admin/api/tech-radar/update?basedOn=x',
      { entries: [entry('e1', { description: 'other' })] },
    ],
    [`${LISTS}?confirmRemoval=true`, { category: 'cicd', items: ['Ninja'] }],
  ])('are rejected in a query: %s', async (path, body) => {
    const before = [await h.stored('banners'), await h.stored('radar'), await h.stored('arrayData')]
    const response = await h.post(path, body)
    expect([response.status, response.body.error]).toEqual([
      400,
      expect.stringMatching(/^Unknown member: \w+$/),
    ])
    const after = [await h.stored('banners'), await h.stored('radar'), await h.stored('arrayData')]
    expect(after).toEqual(before)
  })

  it.each([
    ['/admin/api/banners', { messages: [], confirmRemoval: 'yes' }],
    ['/admin/api/tech-radar/update', { entries, confirmRemoval: 1 }],
    [LISTS, { category: 'languages', items: [], confirmRemoval: null }],
    [LISTS, { allCategories: true, items: { a: [] }, confirmRemoval: 'true' }],
  ])('are rejected unless true or false: %s %#', async (path, body) => {
    const response = await h.post(path, body)
    expect([response.status, response.body.error]).toEqual([400, 'confirmRemoval is true or false'])
  })
})

describe('the shrink guard and existing clients', () => {
  beforeEach(() => {
    h = harness(h.store, undefined, 'refuse')
  })
  const read = async (path: string) => (await h.get(path)).body
  const ok = async (path: string, body: unknown) =>
    expect(await h.post(path, body)).toMatchObject({ status: 200 })

  it('accepts their saves of all entries, of one entry and of test entries', async () => {
    const review = (body: object) => h.post('/review/api/tech-radar/update', body, { as: REVIEWER })
    for (let i = 0; i < 3; i++) {
      const { entries: all } = (await read('/admin/api/tech-radar')) as { entries: typeof entries }
      const page = all.map((one) => ({
        ...one,
        timeline: [...one.timeline, item(`round ${i}`)],
        filteredTimeline: one.timeline,
      }))
      expect((await review({ entries: page })).status).toBe(200)
    }
    const body = {
      entries: [entry('test-entry-1', { timeline: [item('x', { ringId: 'ignore' })] })],
    }
    expect((await review(body)).status).toBe(200)
    await ok('/admin/api/tech-radar/update', { entries: [entry('tech-1765880000000')] })
    expect((await review({ ...structure(), entries: entries.slice(1) })).status).toBe(200)
  })

  it('accepts banners that are added, hidden and deleted by index', async () => {
    for (let i = 0; i < 12; i++) {
      await ok('/admin/api/banners/update', {
        banner: { ...banner('Test'), title: 't', type: 'info', show: true },
      })
      await ok('/admin/api/banners/toggle', { index: 1, show: false })
      await ok('/admin/api/banners/delete', { index: 1 })
      await ok('/admin/api/banners/delete', { index: 0 })
    }
    expect(await h.stored('banners')).toMatchObject({ messages: [] })
  })

  it('accepts items that are added, respelt and removed one by one', async () => {
    const all = (await read('/admin/api/array-data')) as Record<string, string[]>
    const save = () => ok(LISTS, { allCategories: true, items: all })
    all['languages']!.push('Zig')
    await save()
    all['languages'] = all['languages']!.filter((one) => one !== 'n7')
    await save()
    all['frameworks'] = all['frameworks']!.map((one) => one.toUpperCase())
    await save()
    const { cicd: _last, ...rest } = all
    await ok(LISTS, { allCategories: true, items: rest })
    let items = all['languages']
    while (items.length > 0) {
      items = items.slice(1)
      await ok(LISTS, { category: 'languages', items })
    }
  })

  it('accepts the reference suite on small lists', async () => {
    const small = { languages: ['Go', 'Zig', 'Rust'], frameworks: ['Fastify'], cicd: [] }
    await h.seed('arrayData', small)
    await ok(LISTS, {
      allCategories: false,
      category: 'languages',
      items: ['item1', 'item2_updated'],
    })
    await ok(LISTS, { allCategories: true, items: small })
    const other = { languages_updated: ['Go', 'Rust'], frameworks_updated: ['Svelte', 'Vue'] }
    await ok(LISTS, { allCategories: true, items: other })
    expect(await h.stored('arrayData')).toEqual(other)
    await ok(LISTS, { allCategories: true, items: small })
    expect(await h.stored('arrayData')).toEqual(small)
  })

  it('accepts the reference suite on large lists with SHRINK_GUARD=allow', async () => {
    h = harness(h.store)
    await ok(LISTS, {
      allCategories: false,
      category: 'languages',
      items: ['item1', 'item2_updated'],
    })
    await ok(LISTS, { allCategories: true, items: lists })
    expect(await h.stored('arrayData')).toEqual(lists)
  })
})
