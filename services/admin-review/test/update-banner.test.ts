import { beforeEach, describe, expect, it } from '@jest/globals'
import { bannerContentId } from '@landscape/contracts/banners'
import { first, second } from './banner-data.ts'
import { harness, type Harness } from './harness.ts'

/** A banner with the id derived from its content. */
const identified = (banner: object) => ({ ...banner, id: bannerContentId({ ...banner }) })

let h: Harness
beforeEach(() => {
  h = harness()
})
const messages = async () => ((await h.stored('banners')) as { messages: unknown[] }).messages

describe('POST /admin/api/banners/update', () => {
  const sent = {
    message: 'Read-only on Friday',
    title: 'Planned work',
    type: 'warning',
    pages: ['radar', 'statistics'],
  }
  const kept = { ...sent, description: sent.message, show: true }

  // spec: 4.3-r3a 4.3-r3d 2.4-r1a 2.4-r1b 2.4-r1c 2.4-r1d
  it.each([
    ['under banner', { banner: { ...sent, show: true } }, kept],
    ['at the top level', sent, kept],
    [
      'with description instead of message',
      { banner: { ...sent, message: undefined, description: sent.message } },
      kept,
    ],
    [
      'with only the required fields',
      { banner: { message: 'x', pages: ['a'] } },
      { title: '', message: 'x', description: 'x', type: 'info', pages: ['a'], show: true },
    ],
    ['hidden', { ...sent, show: false }, { ...kept, show: false }],
    ['with a malformed visibility', { ...sent, show: 'no' }, kept],
  ])('appends a banner sent %s', async (_name, body, expected) => {
    await h.seed('banners', { messages: [first] })
    const response = await h.post('/admin/api/banners/update', body)
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ message: 'Banner added successfully' })
    expect(await messages()).toEqual([first, identified(expected)])
    const read = await h.get('/admin/api/banners')
    expect(read.body.messages.at(-1)).toMatchObject(identified(expected))
  })

  // spec: 4.3-r3c 2.4-r1g
  it('creates the document when nothing is stored', async () => {
    expect((await h.post('/admin/api/banners/update', { banner: sent })).status).toBe(200)
    expect(await h.stored('banners')).toEqual({ messages: [identified(kept)] })
  })

  // spec: 4.3-r3b
  // spec, otherwise: 2.4-r1c
  it.each([
    ['next to banner', { index: 1, banner: { message: 'New', pages: ['radar'] } }],
    ['inside banner', { banner: { index: 1, message: 'New', pages: ['radar'] } }],
    ['at the top level', { index: 1, message: 'New', pages: ['radar'] }],
  ])('replaces the banner at an index %s and keeps omitted fields', async (_name, body) => {
    await h.seed('banners', { messages: [first, { ...second, ticket: 7 }] })
    const response = await h.post('/admin/api/banners/update', body)
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ message: 'Banner updated successfully' })
    expect(await messages()).toEqual([
      first,
      {
        ...second,
        ticket: 7,
        message: 'New',
        description: 'New',
        pages: ['radar'],
      },
    ])
  })

  // spec, otherwise: 4.3-r3b 4.3-r3d
  it.each([
    ['past the end', 1, 'Banner index out of range'],
    ['below zero', -1, 'Banner index out of range'],
    ['a fraction', 0.5, 'Invalid banner index'],
    ['a string', '0', 'Invalid banner index'],
    ['NaN, which JSON sends as null', null, 'Invalid banner index'],
  ])('rejects an index that is %s', async (_name, index, error) => {
    await h.seed('banners', { messages: [first] })
    const response = await h.post('/admin/api/banners/update', { banner: sent, index })
    expect(response.status).toBe(400)
    expect(response.body.error).toBe(error)
    expect(await messages()).toEqual([first])
  })

  // spec, otherwise: 4.3-r3a 4.3-r3c 4.3-r3e 2.4-r1a 2.4-r1b 2.4-r1d
  it.each([
    ['no message', { banner: { ...sent, message: undefined } }],
    ['an empty message', { banner: { ...sent, message: '' } }],
    ['a message that is not a string', { banner: { ...sent, message: 7 } }],
    ['a message above the maximum length', { banner: { ...sent, message: 'x'.repeat(10_001) } }],
    ['no pages', { banner: { ...sent, pages: undefined } }],
    ['empty pages', { banner: { ...sent, pages: [] } }],
    ['a page without a name', { banner: { ...sent, pages: ['radar', ''] } }],
    ['pages that are not an array', { banner: { ...sent, pages: 'radar' } }],
    ['an unknown type', { banner: { ...sent, type: 'banana' } }],
    ['a title that is not a string', { banner: { ...sent, title: {} } }],
    ['no banner', { not_banner: {} }],
    ['null under banner with a banner at the top level', { ...sent, banner: null }],
    ['null', 'null'],
    ['an array', []],
    ['a string', '"banner"'],
  ])('rejects %s and stores nothing', async (_name, body) => {
    await h.seed('banners', { messages: [first] })
    const response = await h.post('/admin/api/banners/update', body)
    expect(response.status).toBe(400)
    expect(response.body.error).toBe('Invalid banner data')
    expect(await messages()).toEqual([first])
    const read = await h.get('/admin/api/banners')
    expect(read.body.messages).toEqual([{ ...first, state: 'shown' }])
  })
})
