import { beforeEach, describe, expect, it } from '@jest/globals'
import { OTHER_REVIEWER, harness, type Harness } from './harness.ts'
import { entry, radar, structure } from './radar-data.ts'
import { DONE, openPage, radarHarness, storedEntries } from './review-page.ts'

let h: Harness
beforeEach(async () => {
  h = await radarHarness()
})
const { entries, stored, descriptions } = storedEntries(() => h)

describe('a save of all entries', () => {
  it('stores nothing in a dry run', async () => {
    const [a, b] = [await openPage(h), await openPage(h, OTHER_REVIEWER)]
    a.move('e00', 'by a')
    b.edit('e01', () => ({ url: '/b' }))
    await a.save()
    const { body } = await b.save({ dryRun: true })
    expect(body.kept).toEqual(['e00'])
    expect(body.operations).toMatchObject([{ op: 'replace', path: '/entries/e01/url' }])
  })

  it('keeps changes that another program made', async () => {
    const a = await openPage(h)
    a.move('e00', 'by a')
    await a.save()
    const b = await openPage(h, OTHER_REVIEWER)
    const outside = (await entries()).map((one) =>
      one.id === 'e02' ? { ...one, description: 'Outside' } : one,
    )
    await h.seed('radar', radar(outside))
    b.move('e01', 'by b')
    expect((await b.save()).body.kept).toEqual(['e02'])
    expect(await stored('e02')).toMatchObject({ description: 'Outside' })
  })

  it('is merged by the readable part of a damaged history', async () => {
    for (const id of ['e00', 'e01']) {
      const a = await openPage(h)
      a.move(id, 'by a')
      await a.save()
    }
    const b = await openPage(h, OTHER_REVIEWER)
    const a = await openPage(h)
    a.move('e02', 'by a')
    await a.save()
    const [, key = ''] = await h.store.list('main', 'history/radar/records/')
    const ref = { bucket: 'main', key } as const
    const got = await h.store.get(ref)
    await h.store.put(ref, Buffer.from('{'), {
      ifMatch: got.kind === 'found' ? got.etag : 'missing',
    })
    h = harness(h.store)
    b.move('e03', 'by b')
    expect((await b.save()).body).toEqual({ ...DONE, kept: ['e02'] })
    expect(await descriptions('e02')).toEqual(['first', 'by a'])
  })
})

it('moves an entry that an undo restored', async () => {
  const wrong = { ...structure(), entries: [entry('e00')] }
  expect((await h.post('/admin/api/tech-radar/update', wrong)).status).toBe(200)
  const { changes } = (await h.get('/admin/api/history')).body as { changes: { id: string }[] }
  expect((await h.post(`/admin/api/history/${changes[0]!.id}/undo`, {})).status).toBe(200)
  const page = await openPage(h)
  page.move('e05', 'after that')
  const saved = await page.save()
  expect([saved.status, saved.body]).toEqual([200, DONE])
  expect(await descriptions('e05')).toEqual(['first', 'after that'])
})
