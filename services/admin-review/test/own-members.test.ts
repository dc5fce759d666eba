import { beforeEach, describe, expect, it } from '@jest/globals'
import { harness, type Harness } from './harness.ts'

let h: Harness
beforeEach(() => {
  h = harness()
})

describe('a banner with members named like an address or control members', () => {
  const path = '/admin/api/banners/update'
  const after = async () => ((await h.stored('banners')) as { messages: object[] }).messages

  it('keeps them when it is updated, and returns its own state', async () => {
    const own = { message: 'x', pages: ['radar'], id: 'x', index: 7, dryRun: true, state: 'draft' }
    await h.seed('banners', { messages: [own] })
    const { body } = await h.get('/admin/api/banners')
    expect(body.messages).toMatchObject([{ index: 7, state: 'hidden' }])
    expect((await h.post(path, { id: 'x', banner: { title: 'New' } })).status).toBe(200)
    expect(await after()).toMatchObject([{ title: 'New', index: 7, dryRun: true }])
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
    [{ index: 'first', message: 'x', pages: ['a'] }, 'Invalid banner index'],
    [{ id: 7, message: 'x', pages: ['a'] }, 'Invalid banner id'],
    [{ banner: { message: 'x', pages: ['a'], dryRun: true } }, 'Unknown member: dryRun'],
    [{ banner: { message: 'x', pages: ['a'], basedOn: 'x' } }, 'Unknown member: basedOn'],
  ])('are rejected in a new banner: %j', async (body, error) => {
    await h.seed('banners', { messages: [{ message: 'other', pages: ['radar'] }] })
    const response = await h.post(path, body)
    expect([response.status, response.body.error]).toEqual([400, error])
    expect(await after()).toHaveLength(1)
  })
})
