import { beforeEach, describe, expect, it } from '@jest/globals'
import { harness, type Harness } from './harness.ts'
import { radar } from './radar-data.ts'

let h: Harness
beforeEach(() => {
  h = harness()
})

describe('a radar with members named like control members', () => {
  it('is replaced unless the body has other values or new control members', async () => {
    const path = '/admin/api/tech-radar/update'
    const own = { ...radar(), basedOn: 'spring', dryRun: 'never', confirmRemoval: true }
    await h.seed('radar', own)
    const ring = { id: 'new', name: 'NEW' }
    const sent = { ...own, rings: [...own.rings, ring] }
    expect((await h.post(path, sent)).status).toBe(200)
    expect(await h.stored('radar')).toEqual(sent)
    for (const more of [{ dryRun: 'always' }, { basedOn: 'autumn' }, { dry_run: true }]) {
      const { status, body } = await h.post(path, { ...sent, ...more, title: 'Other' })
      expect([status, body.error]).toEqual([400, expect.any(String)])
    }
    expect(await h.stored('radar')).toEqual(sent)
  })
})

describe('a banner with members named like an address or control members', () => {
  const own = {
    message: 'x',
    pages: ['radar'],
    index: 7,
    dryRun: 'never',
    banner: 'top',
    basedOn: 1,
  }
  const path = '/admin/api/banners/update'
  const after = async () => ((await h.stored('banners')) as { messages: object[] }).messages

  it.each([
    ['at the top level', 'x', (banner: object) => ({ ...banner, title: 'New' })],
    [
      'under banner, by its index',
      'x',
      (banner: object) => ({ index: 1, banner: { ...banner, title: 'New' } }),
    ],
    [
      'under banner, by its id',
      'x',
      (banner: object) => ({ id: 'x', banner: { ...banner, title: 'New' } }),
    ],
    [
      'under banner, with a number as id',
      7,
      (banner: object) => ({ index: 1, banner: { ...banner, title: 'New' } }),
    ],
  ])('is updated and keeps them: %s', async (_name, id, change) => {
    await h.seed('banners', {
      messages: [
        { message: 'other', pages: ['radar'] },
        { ...own, id },
      ],
    })
    const { status, body } = await h.post(path, change({ ...own, id }))
    expect([status, body.error]).toEqual([200, undefined])
    const [, changed] = await after()
    expect(changed).toMatchObject({ ...own, id, title: 'New' })
  })

  it('is toggled and deleted by an id and a message with invalid Unicode', async () => {
    const address = { id: '\ud83d', message: 'half \udc00' }
    await h.seed('banners', { messages: [{ ...address, pages: ['radar'], show: true }] })
    const toggled = await h.post('/admin/api/banners/toggle', { ...address, show: false })
    expect(toggled.status).toBe(200)
    expect(await after()).toEqual([{ ...address, pages: ['radar'], show: false }])
    expect((await h.post('/admin/api/banners/delete', address)).status).toBe(200)
    expect(await after()).toEqual([])
  })

  it.each([
    [true, 'changed'],
    [false, 'previewed'],
    [undefined, 'previewed'],
  ])('with a stored dryRun of %j is %s by dryRun true', async (dryRun, outcome) => {
    const stored = { message: 'x', pages: ['radar'], id: 'x', title: 'Old', dryRun }
    await h.seed('banners', { messages: [stored] })
    expect((await h.post(path, { ...stored, title: 'New', dryRun: true })).status).toBe(200)
    expect((await after())[0]).toMatchObject({ title: outcome === 'changed' ? 'New' : 'Old' })
  })

  it.each([
    [{ index: 'first', message: 'x', pages: ['a'] }, 'Invalid banner index'],
    [{ id: 7, message: 'x', pages: ['a'] }, 'Invalid banner id'],
    [{ dryRun: 'no', message: 'x', pages: ['a'] }, 'dryRun is true or false'],
    [{ dryRun: 'no', banner: own }, 'dryRun is true or false'],
    [{ banner: { message: 'x', pages: ['a'], dryRun: true } }, 'Unknown member: dryRun'],
    [{ confirm_removal: true, message: 'x', pages: ['a'] }, 'Unknown member: confirm_removal'],
  ])('are rejected in a new banner: %j', async (body, error) => {
    await h.seed('banners', { messages: [{ message: 'other', pages: ['radar'] }] })
    const response = await h.post(path, body)
    expect([response.status, response.body.error]).toEqual([400, error])
    expect(await after()).toHaveLength(1)
  })
})
