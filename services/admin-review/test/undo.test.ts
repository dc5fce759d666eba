import { beforeEach, describe, expect, it } from '@jest/globals'
import { ADMIN, REVIEWER, harness, type Harness } from './harness.ts'
import { ALL, OF_RADAR, changes, editAll, project } from './history-edits.ts'
import { entry, item, radar } from './radar-data.ts'

let h: Harness
beforeEach(() => {
  h = harness()
})

describe.each([
  [ALL, ADMIN],
  [OF_RADAR, REVIEWER],
])('POST %s/{id}/undo', (path, as) => {
  const undo = (id: string, body: object | string = {}) =>
    h.post(`${path}/${id}/undo`, body, { as })

  it('reverts the change and records an undo that can be undone', async () => {
    await editAll(h)
    const { status, body } = await undo('radar-1-1')
    expect([status, body.message]).toEqual([200, 'Change undone successfully'])
    expect(body.change).toMatchObject({
      id: 'radar-2-1',
      actor: { email: as.email },
      action: 'undo',
      undoes: 'radar-1-1',
      operations: [
        { op: 'replace', path: '/entries/zig/description', before: 'new', after: 'Languages' },
      ],
    })
    expect(await h.stored('radar')).toEqual(radar())
    expect((await h.get(`${path}/radar-1-1`, { as })).body.undoneBy).toBe('radar-2-1')
    expect((await undo('radar-2-1')).status).toBe(200)
    expect((await h.get(`${path}/radar-1-1`, { as })).body.undoneBy).toBeNull()
  })

  it('undoes the change without a body', async () => {
    await editAll(h)
    expect((await undo('radar-1-1', '')).status).toBe(200)
    expect(await h.stored('radar')).toEqual(radar())
  })

  it('keeps later changes', async () => {
    await editAll(h)
    const now = (await h.stored('radar')) as ReturnType<typeof radar>
    const more = { ...now, entries: [...now.entries, entry('go')] }
    await h.post('/admin/api/tech-radar/update', more)
    expect((await undo('radar-1-1')).status).toBe(200)
    expect(await h.stored('radar')).toEqual({ ...radar(), entries: [entry('zig'), entry('go')] })
  })

  it('returns the operations of a dry run and stores nothing', async () => {
    await editAll(h)
    const before = await h.stored('radar')
    const { status, body } = await undo('radar-1-1', { dryRun: true })
    expect([status, body.message, body.dryRun]).toEqual([200, 'This would undo the change', true])
    expect(body.change).toMatchObject({
      id: null,
      at: null,
      undoes: 'radar-1-1',
      operations: [{ op: 'replace', path: '/entries/zig/description', after: 'Languages' }],
    })
    expect(await h.stored('radar')).toEqual(before)
    expect(await changes(h)).toHaveLength(4)
  })

  it.each([{}, { dryRun: true }])('rejects a change that is already undone (%j)', async (body) => {
    await editAll(h)
    await undo('radar-1-1')
    const second = await undo('radar-1-1', body)
    expect([second.status, second.body.error]).toEqual([409, 'Change is undone already'])
  })

  it.each([{}, { dryRun: true }])(
    'reports the paths and ids of conflicting later changes (%j)',
    async (body) => {
      await editAll(h)
      const newer = { ...radar(), entries: [entry('zig', { description: 'newer' })] }
      await h.post('/admin/api/tech-radar/update', newer)
      const rejected = await undo('radar-1-1', body)
      expect(rejected.status).toBe(409)
      expect(rejected.body).toMatchObject({
        error: 'Later changes touch the same places',
        conflicts: [{ path: '/entries/zig/description', changes: ['radar-2-1'] }],
      })
      expect(await h.stored('radar')).toMatchObject({ entries: [{ description: 'newer' }] })
    },
  )

  it('returns 404 for an unknown change', async () => {
    await editAll(h)
    const { status, body } = await undo('radar-7-1')
    expect([status, body.error]).toEqual([404, 'Change not found'])
  })

  it.each([
    ['[]', 'Invalid undo'],
    ['null', 'Invalid undo'],
    ['{', expect.any(String)],
  ])('rejects the body %j and undoes nothing', async (body, error) => {
    await editAll(h)
    const response = await undo('radar-1-1', body)
    expect([response.status, response.body.error]).toEqual([400, error])
    expect(await changes(h)).toHaveLength(4)
  })

  it('accepts one of many concurrent undos', async () => {
    await editAll(h)
    const responses = await Promise.all(Array.from({ length: 8 }, () => undo('radar-1-1')))
    const statuses = responses.map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array(7).fill(409)])
  })
})

describe('POST /admin/api/history/{id}/undo', () => {
  it('undoes changes of every document', async () => {
    await editAll(h)
    for (const { id } of await changes(h)) {
      expect((await h.post(`${ALL}/${id}/undo`, {})).status).toBe(200)
    }
    expect(await h.stored('radar')).toEqual(radar())
    expect(await h.stored('arrayData')).toEqual({ languages: [] })
    expect(await h.stored('banners')).toEqual({ messages: [] })
    expect(await h.stored('projects')).toEqual({
      projects: [project('Tides', 'Go'), project('Charts', 'Rust')],
    })
  })
})

describe('an undo of a replaced radar', () => {
  it('restores the former bytes, authors included', async () => {
    const authors = ['ada', 'bo', 'cy'].map((name) => `${name}@acme.example`)
    const entries = Array.from({ length: 30 }, (_, i) =>
      entry(`tech-${i}`, {
        timeline: [item('first', { author: authors[i % 3] }), item('second', { author: null })],
      }),
    )
    await h.seed('radar', radar(entries))
    const before = await h.stored('radar')
    const wrong = radar(entries.slice(0, 2))
    expect((await h.post('/admin/api/tech-radar/update', wrong)).status).toBe(200)
    expect((await h.stored('radar')) as object).toHaveProperty('entries.length', 2)
    const [change] = await changes(h)
    expect((await h.post(`${ALL}/${change!.id}/undo`, {})).status).toBe(200)
    expect(JSON.stringify(await h.stored('radar'))).toBe(JSON.stringify(before))
  })
})
