import { beforeEach, describe, expect, it } from '@jest/globals'
import { harness, type Harness } from './harness.ts'
import { entry, radar } from './radar-data.ts'

const HISTORY = '/admin/api/history'
let detail = ''

let h: Harness
beforeEach(async () => {
  h = harness()
  await h.seed('radar', radar())
  await h.seed('banners', { messages: [] })
  await h.post('/admin/api/banners/update', { banner: { message: 'Hello', pages: ['radar'] } })
  for (const description of ['first', 'second', 'third']) await describeZig(description)
  const keys = await h.store.list('main', 'history/radar/records/')
  const key = keys[1] ?? ''
  detail = `The record ${key.slice(-'000000002-a1B2c3D4.json'.length, -'.json'.length)} is missing`
  await h.store.remove({ bucket: 'main', key })
  // Another process: the one that wrote a record has it cached.
  h = harness(h.store)
})

const describeZig = (description: string) =>
  h.post('/admin/api/tech-radar/update', {
    ...radar(),
    entries: [entry('zig', { description })],
  })

describe('a history with a missing record', () => {
  it('is shown down to the damage, which the page reports', async () => {
    const { status, body } = await h.get(HISTORY)
    expect(status).toBe(200)
    expect(body.changes.map(({ id }: { id: string }) => id)).toEqual(['radar-3-1', 'banners-1-1'])
    expect(body).toMatchObject({ next: null, gaps: [{ document: 'radar', detail }] })
    expect((await h.get(`${HISTORY}?document=banners`)).body).not.toHaveProperty('gaps')
    const { text } = await h.get('/changes')
    expect(text).toContain('The history of the technology radar is damaged')
    expect(text).toContain(detail)
    expect((await h.get('/changes?document=banners')).text).not.toContain('is damaged')
  })

  it.each(['csv', 'ndjson'])('is not returned as %s, which cannot report it', async (format) => {
    const { status, body } = await h.get(`${HISTORY}?format=${format}`)
    expect([status, body.error]).toEqual([500, `The history is damaged: ${detail}`])
    expect((await h.get(`${HISTORY}?format=${format}&document=banners`)).status).toBe(200)
  })

  it('allows the undo of later changes and rejects that of earlier ones', async () => {
    expect((await h.get(`${HISTORY}/radar-1-1`)).status).toBe(200)
    const undone = await h.post(`${HISTORY}/radar-3-1/undo`, {})
    expect(undone.body).toMatchObject({ change: { undoes: 'radar-3-1' } })
    const error = `The history is damaged: ${detail}`
    const responses = [
      await h.post(`${HISTORY}/radar-1-1/undo`, {}),
      await h.get('/admin/api/documents/radar?at=2999-01-01'),
    ]
    expect(responses.map(({ status, body }) => [status, body.error])).toEqual([
      [500, error],
      [500, error],
    ])
    expect(h.lines.filter((line) => line.includes(detail))).not.toEqual([])
  })

  it('does not prevent saves of the radar, also after another program replaced it', async () => {
    expect((await describeZig('fourth')).status).toBe(200)
    const { ref } = { ref: { bucket: 'main', key: 'onsRadarSkeleton.json' } as const }
    const now = await h.store.get(ref)
    if (now.kind !== 'found') throw new Error('no radar')
    const outside = JSON.stringify({ ...radar(), title: 'By hand' })
    await h.store.put(ref, Buffer.from(outside), { ifMatch: now.etag }, now.meta)
    const saved = await h.post('/review/api/tech-radar/update', {
      entries: [entry('zig', { description: 'fifth' })],
    })
    expect(saved.status).toBe(200)
    const { changes } = (await h.get(HISTORY)).body
    expect(changes.slice(0, 2)).toMatchObject([
      { action: 'review radar' },
      { actor: null, action: 'changed outside' },
    ])
  })
})
