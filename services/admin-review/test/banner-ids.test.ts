import { beforeEach, describe, expect, it } from '@jest/globals'
import { withBannerIds } from '@landscape/contracts/banners'
import { first, legacy, second } from './banner-data.ts'
import { asStored, harness, type Harness } from './harness.ts'

let h: Harness
beforeEach(() => {
  h = harness()
})
const withoutId = ({ id: _id, ...banner }: { id?: string }) => banner
const messages = async () => ((await h.stored('banners')) as { messages: unknown[] }).messages

describe('the ids of banners', () => {
  const read = async () => {
    const { body } = await h.get('/admin/api/banners')
    return (body as { messages: { id: string; message: string; show: boolean }[] }).messages
  }
  const ids = async () => (await read()).map(({ id }) => id)

  it('are computed for banners without one, and stored by the next edit of any', async () => {
    const [one, two] = [withoutId(first), withoutId(second)]
    const messagesBefore: unknown[] = [null, one, one, two, {}, { ...two, id: 7 }]
    await h.seed('banners', { messages: messagesBefore })
    const list = (await h.get('/admin/api/banners')).body.messages as unknown[]
    expect(list.map(asStored)).toEqual(withBannerIds(messagesBefore))
    expect(await messages()).toEqual(messagesBefore)
    const { id } = list[2] as { id: string }
    expect((await h.post('/admin/api/banners/toggle', { id })).status).toBe(200)
    const stored = withBannerIds(messagesBefore)
    expect(await messages()).toEqual(stored.with(2, { ...one, id, show: false }))
  })

  it.each([
    ['update', { message: 'New', pages: ['radar'] }, 'New', true],
    ['update', { banner: { message: 'New', pages: ['radar'] } }, 'New', true],
    ['toggle', {}, 'First', false],
    ['toggle', { index: 1, message: 'First' }, 'First', false],
  ])('address a banner after it has moved: %s %j', async (verb, body, message, show) => {
    await h.seed('banners', { messages: [second, first] })
    const [, id] = await ids()
    const response = await h.post(`/admin/api/banners/${verb}`, { id, ...body })
    expect(response.status).toBe(200)
    expect((await read())[1]).toMatchObject({ id, message, show })
    expect((await messages())[0]).toEqual(second)
  })

  // spec: 1-s6a
  it('address the banner to delete, and under banner the one to replace', async () => {
    await h.seed('banners', { messages: [second, first] })
    const [secondId, firstId] = await ids()
    const banner = { message: 'New', pages: ['radar'], id: firstId }
    expect((await h.post('/admin/api/banners/update', { banner })).status).toBe(200)
    expect((await h.post('/admin/api/banners/delete', { id: secondId })).status).toBe(200)
    expect(await read()).toEqual([expect.objectContaining({ id: firstId, message: 'New' })])
  })

  it.each(['update', 'toggle', 'delete'])(
    'are rejected when unknown or not of the banner at the index: %s',
    async (verb) => {
      await h.seed('banners', { messages: [first, second] })
      const [id] = await ids()
      const banner = verb === 'update' ? { message: 'x', pages: ['radar'] } : {}
      const post = (address: object) =>
        h.post(`/admin/api/banners/${verb}`, { ...banner, ...address })
      const gone = await post({ id: 'gone' })
      expect([gone.status, gone.body.error]).toEqual([404, 'Banner not found'])
      for (const index of [1, 2]) {
        const other = await post({ id, index })
        expect([other.status, other.body.error]).toEqual([409, 'Banner has changed'])
      }
      expect((await post({ id: 7 })).status).toBe(400)
      expect(await messages()).toEqual([first, second])
    },
  )

  it('are kept when a list is posted back, with or without ids', async () => {
    await h.seed('banners', { messages: [first, second, legacy] })
    const list = await read()
    expect((await h.post('/admin/api/banners', { messages: list.toReversed() })).status).toBe(200)
    expect(await ids()).toEqual(list.map(({ id }) => id).toReversed())
    const bare = [first, second, legacy].map(withoutId)
    expect((await h.post('/admin/api/banners', bare)).status).toBe(200)
    expect(await ids()).toEqual(list.map(({ id }) => id))
  })
  it('are rejected when two banners of a list have the same', async () => {
    await h.seed('banners', { messages: [first] })
    const { status, body } = await h.post('/admin/api/banners', {
      messages: [first, second, first],
    })
    expect([status, body.errors]).toEqual([
      400,
      [{ pointer: '/messages/2/id', detail: 'is the id of another banner' }],
    ])
  })
})
