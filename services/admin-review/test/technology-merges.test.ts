import { beforeEach, describe, expect, it } from '@jest/globals'
import { harness, type Harness } from './harness.ts'
import { entry, item, radar } from './radar-data.ts'

const PATH = '/admin/api/technology-names'
const VUE = { name: 'Vue', aliases: ['Angular', 'Java', 'Vue.js'] }
const MERGES = [
  { alias: 'Angular', name: 'Vue', ring: 'hold' },
  { alias: 'Java', name: 'Vue', ring: null },
]

let h: Harness
beforeEach(async () => {
  h = harness()
  const moves = [item('first'), item('left', { ringId: 'hold' })]
  const elsewhere = item('fleet', { ringId: 'adopt', directorate: 'fleet' })
  const angular = entry('a', { title: 'AngularJS', timeline: moves })
  await h.seed(
    'radar',
    radar([null, angular, { ...angular, title: 'angular', timeline: [...moves, elsewhere] }]),
  )
  await h.seed('directorates', [{ id: 0, name: 'Coast' }, { id: 4, name: 'Fleet' }, 'Air'])
  const technologies = { languages: [{ name: 'JAVA', size: 1, percentage: 100 }, null] }
  await h.seed('repositories', { repositories: [{ name: 'tides', technologies }, 7] })
})

describe('PUT /admin/api/technology-names with an alias that is a technology of its own', () => {
  it('returns 409 with the aliases, and the ring of the default directorate', async () => {
    const { status, body } = await h.put(PATH, { names: [VUE] })
    expect([status, body.merges]).toEqual([409, MERGES])
    expect(body.error).toBe(
      'This would merge Angular into Vue (and 1 more). Send "confirmMerge": true to allow it',
    )
    expect(await h.stored('technologyNames')).toBeUndefined()
  })

  it('stores it when the caller confirms, and names what was merged', async () => {
    const { status, body } = await h.put(PATH, { names: [VUE], confirmMerge: true })
    expect([status, body.merges]).toEqual([200, MERGES])
    expect(await h.stored('technologyNames')).toEqual([VUE])
  })

  it('shows the merges in a dry run', async () => {
    const { status, body } = await h.put(PATH, { names: [VUE], dryRun: true })
    expect([status, body.merges]).toEqual([200, MERGES])
    expect(await h.stored('technologyNames')).toBeUndefined()
  })

  it('accepts a stored alias, also in another spelling of the name', async () => {
    await h.seed('technologyNames', [VUE])
    const names = [
      { ...VUE, name: 'VUE' },
      { name: 'Go', aliases: ['Golang'] },
    ]
    const { status, body } = await h.put(PATH, { names })
    expect([status, body.merges]).toEqual([200, undefined])
  })

  it('returns 409 when an alias without an effect gets one', async () => {
    const vue = { name: 'Vue', aliases: ['Angular'] }
    await h.seed('technologyNames', [{ name: 'Angular', aliases: ['ngx'] }, vue])
    const { status, body } = await h.put(PATH, { names: [vue] })
    expect([status, body.merges]).toEqual([409, [{ alias: 'Angular', name: 'Vue', ring: 'hold' }]])
  })

  it('returns 409 when a stored alias gets another technology', async () => {
    await h.seed('technologyNames', [VUE])
    const names = [
      { ...VUE, aliases: [] },
      { name: 'React', aliases: ['Angular'] },
    ]
    const { status, body } = await h.put(PATH, { names })
    expect([status, body.merges]).toEqual([409, [{ ...MERGES[0], name: 'React' }]])
  })

  it('accepts another spelling of the name itself', async () => {
    const { status } = await h.put(PATH, { names: [{ name: 'Java', aliases: ['java '] }] })
    expect(status).toBe(200)
  })

  it('accepts any alias while neither radar nor repositories exist', async () => {
    h = harness()
    expect((await h.put(PATH, { names: [VUE] })).status).toBe(200)
  })

  it.each(['yes', 1, null])('returns 400 for confirmMerge %j', async (confirmMerge) => {
    const { status, body } = await h.put(PATH, { names: [], confirmMerge })
    expect([status, body.error]).toEqual([400, 'confirmMerge is true or false'])
  })

  it('names removed aliases and technologies', async () => {
    await h.seed('technologyNames', [VUE, { name: 'Go', aliases: ['Golang'] }])
    const { body } = await h.put(PATH, { names: [{ name: 'Vue', aliases: ['Angular', 'vue.js'] }] })
    expect(body.removedItems).toEqual(['Go', 'Java (alias of Vue)', 'Golang (alias of Go)'])
  })
})
