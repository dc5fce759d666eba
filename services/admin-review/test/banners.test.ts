import { beforeEach, describe, expect, it } from '@jest/globals'
import { harness, type Harness } from './harness.ts'

const first = {
  title: 'One',
  message: 'First',
  description: 'First',
  type: 'info',
  pages: ['radar'],
  show: true,
}
const second = {
  title: '',
  message: 'Second',
  description: 'Second',
  type: 'error',
  pages: ['projects'],
  show: false,
}
/** As other programs and older versions left them. */
const legacy = { message: 'Old', page: 'radar', ticket: 7 }

let h: Harness
beforeEach(() => {
  h = harness()
})
const messages = async () => ((await h.stored('banners')) as { messages: unknown[] }).messages

describe('GET /admin/api/banners', () => {
  it('answers the stored document, banners that are not shown included', async () => {
    await h.seed('banners', { messages: [first, second, {}], version: 3 })
    const response = await h.get('/admin/api/banners')
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ messages: [first, second, {}], version: 3 })
  })

  it('answers an empty list when nothing is stored', async () => {
    const response = await h.get('/admin/api/banners')
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ messages: [] })
    expect(await h.stored('banners')).toBeUndefined()
  })
})

describe('POST /admin/api/banners', () => {
  it.each([
    ['as a document', (list: unknown[]) => ({ messages: list })],
    ['as a bare array', (list: unknown[]) => list],
  ])('replaces the list, sent %s', async (_name, wrap) => {
    await h.seed('banners', { messages: [first], version: 3 })
    const response = await h.post(
      '/admin/api/banners',
      wrap([{ message: 'New', pages: ['radar'], ticket: 7 }, second, legacy]),
    )
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ message: 'Banners updated successfully' })
    expect(await h.stored('banners')).toEqual({
      messages: [
        {
          title: '',
          message: 'New',
          description: 'New',
          type: 'info',
          pages: ['radar'],
          show: true,
          ticket: 7,
        },
        second,
        { ...legacy, title: '', description: 'Old', type: 'info', pages: ['radar'], show: true },
      ],
      version: 3,
    })
  })

  it('clears the list with an empty array and creates a missing document', async () => {
    expect((await h.post('/admin/api/banners', [])).status).toBe(200)
    expect(await h.stored('banners')).toEqual({ messages: [] })
  })

  it.each([
    ['one of them is invalid', [first, { message: 'x' }]],
    ['messages is no array', { messages: {} }],
    ['there are none', {}],
    ['there are too many', Array.from({ length: 10_001 }, () => first)],
  ])('stores nothing when %s', async (_name, body) => {
    await h.seed('banners', { messages: [second] })
    const response = await h.post('/admin/api/banners', body)
    expect(response.status).toBe(400)
    expect(response.body.error).toBe('Invalid banner data')
    expect(await messages()).toEqual([second])
  })
})

describe('POST /admin/api/banners/update', () => {
  const sent = {
    message: 'Read-only on Friday',
    title: 'Planned work',
    type: 'warning',
    pages: ['radar', 'statistics'],
  }
  const kept = { ...sent, description: sent.message, show: true }

  it.each([
    ['under banner', { banner: { ...sent, show: true } }, kept],
    ['on the top level', sent, kept],
    [
      'with description instead of message',
      { banner: { ...sent, message: undefined, description: sent.message } },
      kept,
    ],
    [
      'with only what is required',
      { banner: { message: 'x', pages: ['a'] } },
      { title: '', message: 'x', description: 'x', type: 'info', pages: ['a'], show: true },
    ],
    ['hidden', { ...sent, show: false }, { ...kept, show: false }],
    ['with an odd visibility', { ...sent, show: 'no' }, kept],
  ])('appends a banner that is sent %s', async (_name, body, expected) => {
    await h.seed('banners', { messages: [first] })
    const response = await h.post('/admin/api/banners/update', body)
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ message: 'Banner added successfully' })
    expect(await messages()).toEqual([first, expected])
    const read = await h.get('/admin/api/banners')
    expect(read.body.messages.at(-1)).toEqual(expected)
  })

  it('creates the document when nothing is stored', async () => {
    expect((await h.post('/admin/api/banners/update', { banner: sent })).status).toBe(200)
    expect(await h.stored('banners')).toEqual({ messages: [kept] })
  })

  it.each([
    ['beside banner', { index: 1, banner: { message: 'New', pages: ['radar'] } }],
    ['inside banner', { banner: { index: 1, message: 'New', pages: ['radar'] } }],
    ['on the top level', { index: 1, message: 'New', pages: ['radar'] }],
  ])('replaces the banner at an index %s and keeps what was left out', async (_name, body) => {
    await h.seed('banners', { messages: [first, { ...second, ticket: 7 }] })
    const response = await h.post('/admin/api/banners/update', body)
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ message: 'Banner updated successfully' })
    expect(await messages()).toEqual([
      first,
      { ...second, message: 'New', description: 'New', pages: ['radar'], ticket: 7 },
    ])
  })

  it.each([
    ['past the end', 1, 'Banner index out of range'],
    ['below zero', -1, 'Banner index out of range'],
    ['not whole', 0.5, 'Invalid banner index'],
    ['no number', '0', 'Invalid banner index'],
    ['NaN, which JSON sends as null', null, 'Invalid banner index'],
  ])('refuses an index that is %s', async (_name, index, error) => {
    await h.seed('banners', { messages: [first] })
    const response = await h.post('/admin/api/banners/update', { banner: sent, index })
    expect(response.status).toBe(400)
    expect(response.body.error).toBe(error)
    expect(await messages()).toEqual([first])
  })

  it.each([
    ['no message', { banner: { ...sent, message: undefined } }],
    ['an empty message', { banner: { ...sent, message: '' } }],
    ['a message that is no text', { banner: { ...sent, message: 7 } }],
    ['a message that is too long', { banner: { ...sent, message: 'x'.repeat(10_001) } }],
    ['no pages', { banner: { ...sent, pages: undefined } }],
    ['empty pages', { banner: { ...sent, pages: [] } }],
    ['a page without a name', { banner: { ...sent, pages: ['radar', ''] } }],
    ['pages that are no list', { banner: { ...sent, pages: 'radar' } }],
    ['an unknown type', { banner: { ...sent, type: 'banana' } }],
    ['a title that is no text', { banner: { ...sent, title: {} } }],
    ['no banner', { not_banner: {} }],
    ['a banner that is null, although the top level has one', { ...sent, banner: null }],
    ['null', 'null'],
    ['a list', []],
    ['a text', '"banner"'],
  ])('refuses %s and stores nothing', async (_name, body) => {
    await h.seed('banners', { messages: [first] })
    const response = await h.post('/admin/api/banners/update', body)
    expect(response.status).toBe(400)
    expect(response.body.error).toBe('Invalid banner data')
    expect(await messages()).toEqual([first])
  })
})

describe('POST /admin/api/banners/toggle', () => {
  const toggle = (body: unknown) => h.post('/admin/api/banners/toggle', body)

  it('sets the visibility, again and again, and alters nothing else', async () => {
    await h.seed('banners', { messages: [first, legacy] })
    for (let i = 0; i < 2; i++) {
      const response = await toggle({ index: 1, show: false })
      expect(response.status).toBe(200)
      expect(response.body).toEqual({ message: 'Banner visibility updated successfully' })
      expect(await messages()).toEqual([first, { ...legacy, show: false }])
    }
  })

  it('inverts the visibility when none is given; a banner without one is hidden', async () => {
    await h.seed('banners', { messages: [first, second, {}] })
    for (const index of [0, 1, 2]) expect((await toggle({ index })).status).toBe(200)
    expect(await messages()).toEqual([
      { ...first, show: false },
      { ...second, show: true },
      { show: true },
    ])
  })
})

describe('POST /admin/api/banners/delete', () => {
  it('removes the banner at the index; later ones move up', async () => {
    await h.seed('banners', { messages: [first, legacy, second], version: 3 })
    const response = await h.post('/admin/api/banners/delete', { index: 1 })
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ message: 'Banner deleted successfully' })
    expect(await h.stored('banners')).toEqual({ messages: [first, second], version: 3 })
  })
})

describe.each(['toggle', 'delete'])('POST /admin/api/banners/%s', (verb) => {
  const path = `/admin/api/banners/${verb}`

  it.each([
    ['missing', '{}', 'Invalid banner index'],
    ['a text', '{"index":"0"}', 'Invalid banner index'],
    ['NaN, which JSON sends as null', '{"index":null}', 'Invalid banner index'],
    ['not whole', '{"index":0.5}', 'Invalid banner index'],
    ['a list', '{"index":[0]}', 'Invalid banner index'],
    ['in a body that is no object', '0', 'Invalid banner index'],
    ['below zero', '{"index":-1}', 'Banner index out of range'],
    ['past the end', '{"index":2}', 'Banner index out of range'],
    ['huge', '{"index":1e300}', 'Banner index out of range'],
  ])('refuses an index that is %s', async (_name, body, error) => {
    await h.seed('banners', { messages: [first, second] })
    const response = await h.post(path, body)
    expect(response.status).toBe(400)
    expect(response.body.error).toBe(error)
    expect(await messages()).toEqual([first, second])
  })

  it('answers 400 when nothing is stored, and creates nothing', async () => {
    const response = await h.post(path, { index: 0 })
    expect(response.status).toBe(400)
    expect(response.body.error).toBe('Messages file not found')
    expect(await h.stored('banners')).toBeUndefined()
  })

  it.each([
    ['message', { message: 'Second' }],
    ['title', { title: 'Two' }],
    ['message or title', { message: 'First', title: 'Two' }],
    ['message, which is null', { message: null }],
  ])('answers 409 when the banner has another %s than the caller saw', async (_name, guard) => {
    await h.seed('banners', { messages: [first, second] })
    const response = await h.post(path, { index: 0, ...guard })
    expect(response.status).toBe(409)
    expect(response.body.error).toBe('Banner has changed')
    expect(await messages()).toEqual([first, second])
  })

  it('passes a guard that fits, also for records without all fields', async () => {
    await h.seed('banners', { messages: [first, { description: 'Newer' }] })
    expect((await h.post(path, { index: 1, message: 'Newer', title: '' })).status).toBe(200)
    expect((await h.post(path, { index: 0, message: 'First', title: 'One' })).status).toBe(200)
  })
})

describe('POST /admin/api/banners/toggle', () => {
  it.each([
    ['text', 'true'],
    ['null', null],
    ['number', 1],
  ])('refuses a visibility that is a %s', async (_name, show) => {
    await h.seed('banners', { messages: [first] })
    const response = await h.post('/admin/api/banners/toggle', { index: 0, show })
    expect(response.status).toBe(400)
    expect(response.body.error).toBe('Invalid banner visibility')
    expect(await messages()).toEqual([first])
  })
})
