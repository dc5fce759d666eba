import { beforeEach, describe, expect, it } from '@jest/globals'
import { harness, REVIEWER, type Harness } from './harness.ts'
import { entry, item, radar, structure } from './radar-data.ts'

const REVIEW = '/review/api/tech-radar/update'
const held = (id: string, more: object = {}) =>
  entry(id, { timeline: [item('first'), item('old', { ringId: 'hold' })], ...more })

let h: Harness
beforeEach(async () => {
  h = harness()
  await h.seed('directorates', [
    { id: 0, name: 'Coast', default: true },
    { id: 1, name: 'Harbour' },
  ])
  await h.seed('radar', radar([held('angular'), entry('react'), held('perl')]))
})
const save = (...entries: object[]) => h.post(REVIEW, { entries }, { as: REVIEWER })
const storedEntry = async (id: string) => {
  const { entries } = (await h.stored('radar')) as { entries: { id: string }[] }
  return entries.find((one) => one.id === id)
}

describe('a save with useInstead', () => {
  it('stores the id of another entry, and null removes it', async () => {
    expect((await save(held('angular', { useInstead: 'react' }))).status).toBe(200)
    expect(await storedEntry('angular')).toMatchObject({ useInstead: 'react' })
    const basedOn = (await h.get('/admin/api/tech-radar')).headers['etag']
    const entries = [held('angular', { useInstead: null })]
    expect((await h.post(REVIEW, { entries, basedOn }, { as: REVIEWER })).status).toBe(200)
    expect(await storedEntry('angular')).toMatchObject({ useInstead: null })
  })

  it('accepts an entry that the same save adds', async () => {
    const { status } = await save(held('angular', { useInstead: 'vue' }), entry('vue'))
    expect(status).toBe(200)
  })

  it.each([
    ['no entry', 'vue', 'is not the id of an entry of this radar'],
    ['the entry itself', 'angular', 'is the id of the entry itself'],
    ['an entry on hold', 'perl', 'names an entry in HOLD'],
  ])('returns 400 for %s', async (_, useInstead, detail) => {
    const { status, body } = await save(entry('react'), held('angular', { useInstead }))
    expect([status, body.error]).toEqual([
      400,
      `Invalid entry structure: entry angular, useInstead ${detail}`,
    ])
    expect(body.errors).toEqual([{ pointer: '/entries/1/useInstead', detail }])
    expect(await storedEntry('angular')).not.toHaveProperty('useInstead')
  })

  it('returns 400 for a value that is not a string', async () => {
    expect((await save(held('angular', { useInstead: 7 }))).status).toBe(400)
  })

  it('uses the ring of the default directorate', async () => {
    const own = item('ours', { ringId: 'hold', directorate: 1 })
    const react = entry('react', { timeline: [item('first'), own] })
    await h.seed('radar', radar([held('angular'), react]))
    expect((await save(held('angular', { useInstead: 'react' }))).status).toBe(200)
  })

  it('passes an unchanged value, whatever happened to its entry', async () => {
    const kept = [held('angular', { useInstead: 'gone' }), held('perl', { useInstead: 'angular' })]
    await h.seed('radar', radar(kept))
    const entries = [{ ...kept[0], description: 'A framework' }, kept[1]]
    const { status } = await h.post('/admin/api/tech-radar/update', { ...structure(), entries })
    expect(status).toBe(200)
  })
})
