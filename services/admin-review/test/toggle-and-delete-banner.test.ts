import { beforeEach, describe, expect, it } from '@jest/globals'
import { first, legacy, second } from './banner-data.ts'
import { harness, type Harness } from './harness.ts'

let h: Harness
beforeEach(() => {
  h = harness()
})
const messages = async () => ((await h.stored('banners')) as { messages: unknown[] }).messages

describe('POST /admin/api/banners/toggle', () => {
  const toggle = (body: unknown) => h.post('/admin/api/banners/toggle', body)

  // spec: 4.3-r4 2.4-r1e
  it('sets the visibility repeatedly and changes nothing else', async () => {
    await h.seed('banners', { messages: [first, legacy] })
    for (let i = 0; i < 2; i++) {
      const response = await toggle({ index: 1, show: false })
      expect(response.status).toBe(200)
      expect(response.body).toEqual({ message: 'Banner visibility updated successfully' })
      expect(await messages()).toEqual([first, { ...legacy, show: false }])
    }
  })

  // spec: 3-r1a 3-r1b 3-r2a 3-r2b
  it('inverts the visibility when none is sent and hides a banner without one', async () => {
    await h.seed('banners', { messages: [first, second, legacy] })
    for (const index of [0, 1, 2]) expect((await toggle({ index })).status).toBe(200)
    expect(await messages()).toEqual([
      { ...first, show: false },
      { ...second, show: true },
      { ...legacy, show: true },
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
    await h.seed('banners', { messages: [first, { description: 'Newer', id: 'new' }] })
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
