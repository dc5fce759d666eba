import { beforeEach, describe, expect, it } from '@jest/globals'
import { bannerContentId, withBannerIds } from '@landscape/contracts'
import { asStored, harness, type Harness } from './harness.ts'

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
/** Records as other programs and older versions stored them. */
const legacy = { message: 'Old', page: 'radar', ticket: 7 }

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
    await h.seed('banners', { messages: [first, second, {}], version: 3 })
    const response = await h.get('/admin/api/banners')
    expect(response.status).toBe(200)
    const states = ['shown', 'hidden', 'hidden']
    const messages = [first, second, {}].map((banner, i) => ({
      ...identified(banner),
      state: states[i],
    }))
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
      ].map(identified),
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
    ['the banners exceed the maximum', Array.from({ length: 10_001 }, () => first)],
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
        ...identified({ ...second, ticket: 7 }),
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
    expect(read.body.messages).toEqual([{ ...identified(first), state: 'shown' }])
  })
})

describe('POST /admin/api/banners/toggle', () => {
  const toggle = (body: unknown) => h.post('/admin/api/banners/toggle', body)

  // spec: 4.3-r4 2.4-r1e
  it('sets the visibility repeatedly and changes nothing else', async () => {
    await h.seed('banners', { messages: [first, legacy] })
    for (let i = 0; i < 2; i++) {
      const response = await toggle({ index: 1, show: false })
      expect(response.status).toBe(200)
      expect(response.body).toEqual({ message: 'Banner visibility updated successfully' })
      expect(await messages()).toEqual([first, { ...identified(legacy), show: false }])
    }
  })

  // spec: 3-r1a 3-r1b 3-r2a 3-r2b
  it('inverts the visibility when none is sent and hides a banner without one', async () => {
    await h.seed('banners', { messages: [first, second, {}] })
    for (const index of [0, 1, 2]) expect((await toggle({ index })).status).toBe(200)
    expect(await messages()).toEqual([
      { ...identified(first), show: false },
      { ...identified(second), show: true },
      { ...identified({}), show: true },
    ])
  })
})

describe('POST /admin/api/banners/delete', () => {
  // spec: 4.3-r5
  it('removes the banner at the index and moves later banners up', async () => {
    await h.seed('banners', { messages: [first, legacy, second], version: 3 })
    const response = await h.post('/admin/api/banners/delete', { index: 1 })
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ message: 'Banner deleted successfully' })
    expect(await h.stored('banners')).toEqual({ messages: [first, second], version: 3 })
  })
})

describe.each(['toggle', 'delete'])('POST /admin/api/banners/%s', (verb) => {
  const path = `/admin/api/banners/${verb}`

  // spec, otherwise: 4.3-r4 4.3-r5
  it.each([
    ['missing', '{}', 'Invalid banner index'],
    ['a string', '{"index":"0"}', 'Invalid banner index'],
    ['NaN, which JSON sends as null', '{"index":null}', 'Invalid banner index'],
    ['a fraction', '{"index":0.5}', 'Invalid banner index'],
    ['an array', '{"index":[0]}', 'Invalid banner index'],
    ['in a body that is not an object', '0', 'Invalid banner index'],
    ['below zero', '{"index":-1}', 'Banner index out of range'],
    ['past the end', '{"index":2}', 'Banner index out of range'],
    ['huge', '{"index":1e300}', 'Banner index out of range'],
  ])('rejects an index that is %s', async (_name, body, error) => {
    await h.seed('banners', { messages: [first, second] })
    const response = await h.post(path, body)
    expect(response.status).toBe(400)
    expect(response.body.error).toBe(error)
    expect(response.body.errors[0].pointer).toMatch(body === '0' ? /^$/ : /^\/index$/)
    expect(await messages()).toEqual([first, second])
  })

  // spec, otherwise: 3-r1a 3-r1b 3-r2a 3-r2b
  it('returns 400 when nothing is stored and creates nothing', async () => {
    const response = await h.post(path, { index: 0 })
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({
      error: 'Messages file not found',
      errors: [{ pointer: '/index', detail: 'is not a banner' }],
    })
    expect(await h.stored('banners')).toBeUndefined()
  })

  it.each([
    ['message', { message: 'Second' }],
    ['title', { title: 'Two' }],
    ['message or title', { message: 'First', title: 'Two' }],
    ['message, which is null', { message: null }],
  ])('returns 409 when the banner has another %s than sent', async (_name, guard) => {
    await h.seed('banners', { messages: [first, second] })
    const response = await h.post(path, { index: 0, ...guard })
    expect(response.status).toBe(409)
    expect(response.body.error).toBe('Banner has changed')
    expect(await messages()).toEqual([first, second])
  })

  it('accepts the banner as it was read', async () => {
    await h.seed('banners', { messages: [first, second] })
    const [, banner] = (await h.get('/admin/api/banners')).body.messages
    expect((await h.post(path, { ...banner, index: 1 })).status).toBe(200)
    expect((await messages())[0]).toEqual(first)
  })

  it('accepts an equal message and title, also of records without all fields', async () => {
    await h.seed('banners', { messages: [first, { description: 'Newer' }] })
    expect((await h.post(path, { index: 1, message: 'Newer', title: '' })).status).toBe(200)
    expect((await h.post(path, { index: 0, message: 'First', title: 'One' })).status).toBe(200)
  })
})

describe('POST /admin/api/banners/toggle', () => {
  // spec, otherwise: 2.4-r1e
  it.each([
    ['text', 'true'],
    ['null', null],
    ['number', 1],
  ])('rejects a visibility that is a %s', async (_name, show) => {
    await h.seed('banners', { messages: [first] })
    const response = await h.post('/admin/api/banners/toggle', { index: 0, show })
    expect(response.status).toBe(400)
    expect(response.body.error).toBe('Invalid banner visibility')
    expect(await messages()).toEqual([first])
  })
})

describe('the ids of banners', () => {
  const read = async () => {
    const { body } = await h.get('/admin/api/banners')
    return (body as { messages: { id: string; message: string; show: boolean }[] }).messages
  }
  const ids = async () => (await read()).map(({ id }) => id)

  it('are derived for banners without one, and stored by the next edit', async () => {
    const malformed: unknown[] = [null, 'text', first, first, second]
    await h.seed('banners', { messages: malformed })
    const before = await h.get('/admin/api/banners')
    expect((await h.get('/admin/api/banners')).body).toEqual(before.body)
    expect(before.body.messages.map(asStored)).toEqual(withBannerIds(malformed))
    const [, , one, two] = before.body.messages as { id: string }[]
    expect(one!.id).not.toBe(two!.id)
    expect((await h.post('/admin/api/banners/toggle', { id: two!.id })).status).toBe(200)
    expect(await messages()).toEqual(malformed.with(3, { ...first, id: two!.id, show: false }))
    const after = (await h.get('/admin/api/banners')).body.messages as { id?: string }[]
    expect(after.map((banner) => banner?.id)).toEqual([
      undefined,
      undefined,
      one!.id,
      two!.id,
      bannerContentId(second),
    ])
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
    const bare = [first, second, legacy]
    expect((await h.post('/admin/api/banners', bare)).status).toBe(200)
    expect(await ids()).toEqual(list.map(({ id }) => id))
  })
})
