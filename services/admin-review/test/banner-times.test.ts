import { beforeEach, describe, expect, it } from '@jest/globals'
import { harness, type Harness } from './harness.ts'

const NOW = Date.parse('2026-06-01T12:00:00Z')
const startsAt = '2026-06-01T14:00:00+01:00'
const endsAt = '2026-06-02'
const banner = { message: 'Read-only', pages: ['radar'] }

let now = NOW
let h: Harness
beforeEach(() => {
  now = NOW
  h = harness(undefined, undefined, () => now)
})
type Read = { id: string; state: string; startsAt?: string; endsAt?: string }
const read = async () => (await h.get('/admin/api/banners')).body.messages as Read[]
const stored = async () =>
  ((await h.stored('banners')) as { messages: Record<string, unknown>[] }).messages
const update = (body: object) => h.post('/admin/api/banners/update', body)
const replace = (body: unknown) => h.post('/admin/api/banners', body)

describe('the times of a banner', () => {
  it.each([
    ['sent under banner', () => update({ banner: { ...banner, startsAt, endsAt } })],
    ['sent at the top level', () => update({ ...banner, startsAt, endsAt })],
    ['sent in a complete list', () => replace({ messages: [{ ...banner, startsAt, endsAt }] })],
    ['alone', () => update({ ...banner, startsAt, endsAt: null })],
  ])('are stored unchanged, %s', async (where, send) => {
    expect((await send()).status).toBe(200)
    const [one] = await stored()
    expect(one).toMatchObject({ startsAt, ...(where !== 'alone' && { endsAt }) })
    expect(Object.hasOwn(one!, 'endsAt')).toBe(where !== 'alone')
  })

  it.each([
    [{ startsAt: 'soon' }, ['/startsAt']],
    [{ startsAt: 7 }, ['/startsAt']],
    [{ startsAt: '2026-02-30' }, ['/startsAt']],
    [{ endsAt: '1'.repeat(70) }, ['/endsAt']],
    [{ endsAt: '' }, ['/endsAt']],
    [{ startsAt, endsAt: startsAt }, ['/endsAt']],
    [{ startsAt: '2026-06-02', endsAt: '2026-06-01T23:59:59Z' }, ['/endsAt']],
    [{ state: 'draft' }, ['/state']],
  ])('are rejected when invalid: %j', async (times, paths) => {
    await h.seed('banners', { messages: [] })
    const under = (prefix: string) => paths.map((path) => prefix + path)
    for (const [send, body, expected] of [
      [update, { ...banner, ...times }, under('')],
      [update, { banner: { ...banner, ...times } }, under('/banner')],
      [replace, { messages: [{ ...banner, ...times }] }, under('/messages/0')],
    ] as const) {
      const { status, body: response } = await send(body)
      expect([status, response.error]).toEqual([400, 'Invalid banner data'])
      expect(response.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(expected)
    }
    expect(await stored()).toEqual([])
  })

  it('are kept when an update omits them, and cleared by null', async () => {
    await update({ ...banner, startsAt, endsAt })
    await update({ index: 0, ...banner, message: 'Later' })
    expect((await stored())[0]).toMatchObject({ message: 'Later', startsAt, endsAt })
    await update({ index: 0, banner: { ...banner, endsAt: null } })
    const [one] = await stored()
    expect(one).toMatchObject({ startsAt })
    expect(one).not.toHaveProperty('endsAt')
    await replace({ messages: [{ ...one, startsAt: null }] })
    expect((await stored())[0]).not.toHaveProperty('startsAt')
  })

  it.each([
    [{ endsAt: '2026-05-01' }, '/endsAt'],
    [{ startsAt: '2026-07-01' }, '/startsAt'],
  ])('are compared with the stored time that an update omits: %j', async (times, pointer) => {
    await update({ ...banner, startsAt, endsAt })
    const { status, body } = await update({ index: 0, ...banner, ...times })
    expect([status, body.error]).toEqual([400, 'Invalid banner data'])
    expect(body.errors).toMatchObject([{ pointer }])
    expect((await stored())[0]).toMatchObject({ startsAt, endsAt })
  })

  it('are kept by a toggle and accepted in the bodies of toggle and delete', async () => {
    await update({ ...banner, startsAt, endsAt })
    const [one] = await read()
    expect((await h.post('/admin/api/banners/toggle', { ...one, show: false })).status).toBe(200)
    expect((await stored())[0]).toMatchObject({ startsAt, endsAt, show: false })
    expect((await h.post('/admin/api/banners/delete', { ...one })).status).toBe(200)
    expect(await stored()).toEqual([])
  })

  it('are accepted unchanged when another program stored them, valid or not', async () => {
    const malformed = { ...banner, startsAt: 'soon', endsAt: 7, show: true }
    await h.seed('banners', { messages: [malformed] })
    expect((await read())[0]).toMatchObject({ state: 'shown', startsAt: 'soon', endsAt: 7 })
    expect((await update({ index: 0, ...banner, message: 'New' })).status).toBe(200)
    expect((await stored())[0]).toMatchObject({ message: 'New', startsAt: 'soon', endsAt: 7 })
  })
})

describe('the state of a banner', () => {
  const states = async () => (await read()).map(({ state }) => state)

  it('is returned to administrators and follows the clock', async () => {
    await replace([
      { ...banner, startsAt, endsAt },
      { ...banner, startsAt, show: false },
      banner,
      { ...banner, endsAt: '2026-05-31' },
    ])
    expect(await states()).toEqual(['scheduled', 'hidden', 'shown', 'ended'])
    now = Date.parse(startsAt)
    expect(await states()).toEqual(['shown', 'hidden', 'shown', 'ended'])
    now = Date.parse(endsAt)
    expect(await states()).toEqual(['ended', 'hidden', 'shown', 'ended'])
  })

  it('changes the ETag, and an edit accepts each of its values', async () => {
    const { headers: saved } = await update({ ...banner, startsAt, endsAt })
    const tags: string[] = []
    for (const at of [NOW, Date.parse(startsAt), Date.parse(endsAt)]) {
      now = at
      const first = await h.get('/admin/api/banners')
      const known = { 'if-none-match': first.headers['etag']! }
      expect((await h.get('/admin/api/banners', { headers: known })).status).toBe(304)
      tags.push(first.headers['etag']!)
    }
    expect(tags[0]).toBe(saved['etag'])
    expect(new Set(tags).size).toBe(3)
    for (const tag of tags) {
      const headers = { 'if-match': tag }
      const body = { index: 0, dryRun: true }
      expect((await h.post('/admin/api/banners/toggle', body, { headers })).status).toBe(200)
    }
    await h.post('/admin/api/banners/toggle', { index: 0 })
    for (const tag of tags) {
      const body = { index: 0 }
      const options = { headers: { 'if-match': tag } }
      expect((await h.post('/admin/api/banners/toggle', body, options)).status).toBe(412)
    }
  })

  it('is not stored when a banner or the list is sent back unchanged', async () => {
    await replace([{ ...banner, startsAt, endsAt }, banner])
    const before = await stored()
    const { body } = await h.get('/admin/api/banners')
    now = Date.parse(startsAt)
    expect((await replace(body)).status).toBe(200)
    const [one, two] = body.messages as [Read, Read]
    expect((await update(one)).status).toBe(200)
    expect((await update({ banner: two })).status).toBe(200)
    expect(await stored()).toEqual(before)
    expect((await replace([two, { ...one, message: 'Altered' }, banner])).status).toBe(200)
    for (const each of await stored()) expect(each).not.toHaveProperty('state')
  })
})
