import { beforeEach, describe, expect, it } from '@jest/globals'
import { bannerContentId } from '@landscape/contracts/banners'
import { first, legacy, second } from './banner-data.ts'
import { harness, type Harness } from './harness.ts'

/** A banner with the id derived from its content. */
const identified = (banner: object) => ({ ...banner, id: bannerContentId({ ...banner }) })

let h: Harness
beforeEach(() => {
  h = harness()
})
const messages = async () => ((await h.stored('banners')) as { messages: unknown[] }).messages

describe('GET /admin/api/banners', () => {
  // spec: 4.3-r1a 4.3-r1b 2.4-r1f
  it('returns the stored document, including hidden banners', async () => {
    await h.seed('banners', { messages: [first, second, {}, null], version: 3 })
    const response = await h.get('/admin/api/banners')
    expect(response.status).toBe(200)
    const messages = [{ ...first, state: 'shown' }, { ...second, state: 'hidden' }, {}, null]
    expect(response.body).toEqual({ messages, version: 3 })
  })

  // spec, otherwise: 4.3-r1a 4.3-r1b 2.4-r1f
  it('returns an empty array when nothing is stored', async () => {
    const response = await h.get('/admin/api/banners')
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ messages: [] })
    expect(await h.stored('banners')).toBeUndefined()
  })
})

describe('POST /admin/api/banners', () => {
  // spec: 4.3-r2
  it.each([
    ['as a document', (list: unknown[]) => ({ messages: list })],
    ['as an array', (list: unknown[]) => list],
  ])('replaces all banners, sent %s', async (_name, wrap) => {
    await h.seed('banners', { messages: [first], version: 3 })
    const response = await h.post(
      '/admin/api/banners',
      wrap([{ message: 'New', pages: ['radar'], ticket: 7 }, second, legacy]),
    )
    expect(response.status).toBe(200)
    expect(response.body).toEqual({
      message: 'Banners updated successfully',
      removedItems: [first.message],
    })
    expect(await h.stored('banners')).toEqual({
      messages: [
        identified({
          title: '',
          message: 'New',
          description: 'New',
          type: 'info',
          pages: ['radar'],
          show: true,
          ticket: 7,
        }),
        second,
        { ...legacy, title: '', description: 'Old', type: 'info', pages: ['radar'], show: true },
      ],
      version: 3,
    })
  })

  it('removes all banners for an empty array and creates a missing document', async () => {
    expect((await h.post('/admin/api/banners', [])).status).toBe(200)
    expect(await h.stored('banners')).toEqual({ messages: [] })
  })

  // spec, otherwise: 4.3-r2
  it.each([
    ['one banner is invalid', [first, { message: 'x' }]],
    ['messages is not an array', { messages: {} }],
    ['messages is missing', {}],
    [
      'the banners exceed the maximum',
      Array.from({ length: 10_001 }, () => ({ message: 'x', pages: ['a'] })),
    ],
  ])('stores nothing when %s', async (_name, body) => {
    await h.seed('banners', { messages: [second] })
    const response = await h.post('/admin/api/banners', body)
    expect(response.status).toBe(400)
    expect(response.body.error).toBe('Invalid banner data')
    expect(await messages()).toEqual([second])
  })
})

describe('POST /admin/api/banners', () => {
  it('reports the faults of all banners, at most fifty', async () => {
    const pointersIn = async (body: unknown) => {
      const { status, body: response } = await h.post('/admin/api/banners', body)
      expect(status).toBe(400)
      return (response.errors as { pointer: string }[]).map(({ pointer }) => pointer)
    }
    const bad = { message: 7, pages: [] }
    expect(await pointersIn([bad, first, bad])).toEqual([
      '/0/message',
      '/0/pages',
      '/2/message',
      '/2/pages',
    ])
    expect(await pointersIn({ messages: [first, bad] })).toEqual([
      '/messages/1/message',
      '/messages/1/pages',
    ])
    expect(await pointersIn(Array.from({ length: 60 }, () => bad))).toHaveLength(50)
  })
})
