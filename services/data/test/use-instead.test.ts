import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { dataService } from './data-service.ts'

const entry = (id: string, rings: object[], more: object = {}) => ({
  id,
  title: id,
  quadrant: '1',
  description: '',
  timeline: rings.map((ring) => ({ date: '2024-04-15', description: '', ...ring })),
  ...more,
})
const ANGULAR = entry('Angular', [{ ringId: 'hold' }], { useInstead: 'React' })
const radar = (...entries: object[]) => ({
  title: 'Acme Radar',
  quadrants: [{ id: '1', name: 'Frameworks' }],
  rings: ['adopt', 'hold'].map((id) => ({ id, name: id.toUpperCase() })),
  entries,
})
const project = {
  details: [{ name: 'Berths' }],
  stage: 'Development',
  architecture: { frameworks: { main: ['Angular'], others: [] } },
}

async function service(...entries: object[]) {
  const { app } = await dataService({
    radar: radar(...entries),
    projects: { projects: [project] },
    repositories: { repositories: [] },
    arrayData: {},
    directorates: [
      { id: 0, name: 'Coast', default: true },
      { id: 1, name: 'Harbour' },
    ],
  })
  const get = (path: string) => request(app).get(path)
  return {
    get,
    evidence: async () =>
      (await get('/api/drift?kind=on-hold-in-use')).body.findings[0].evidence as string,
    replacement: async (query = '') =>
      (await get(`/api/technologies/angular${query}`)).body.radar.useInstead as unknown,
  }
}

describe('the entry to use instead', () => {
  const REACT = entry('React', [
    { ringId: 'adopt' },
    { ringId: 'hold', directorate: 1, date: '2025-01-01' },
  ])

  it('is part of the technology, its page, its finding and the picture', async () => {
    const { get, evidence, replacement } = await service(ANGULAR, REACT)
    expect(await replacement()).toEqual({
      id: 'React',
      title: 'React',
      ring: { id: 'adopt', name: 'ADOPT' },
      link: '/technologies/react',
    })
    const { text } = await get('/technologies/angular')
    expect(text.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ')).toContain(
      'Use React ADOPT instead.',
    )
    expect(text).toContain('href="/technologies/react"')
    expect(await evidence()).toBe(
      'In HOLD since 15 April 2024, but still named by 1 project; use React instead',
    )
    for (const query of ['', '?ring=hold']) {
      const picture = await get(`/api/tech-radar/svg${query}`)
      expect(String(picture.body)).toContain('Angular, HOLD, use React instead')
    }
  })

  it('is not recommended to a directorate that advises against it', async () => {
    const { replacement } = await service(ANGULAR, REACT)
    expect(await replacement('?directorate=Harbour')).toBeNull()
  })

  it.each([
    ['is not on the radar any more', []],
    ['is on hold now', [entry('React', [{ ringId: 'adopt' }, { ringId: 'hold' }])]],
    ['is ignored now', [entry('React', [{ ringId: 'Ignore' }])]],
    ['is not an entry', [{ id: 'React' }]],
  ])('is omitted when it %s', async (_, others) => {
    const { get, evidence, replacement } = await service(ANGULAR, ...others)
    expect(await replacement()).toBeNull()
    expect(await evidence()).not.toContain('instead')
    expect((await get('/technologies/angular')).text).not.toContain('instead.')
    expect(String((await get('/api/tech-radar/svg')).body)).not.toContain('instead')
  })

  it('is omitted when an entry names itself, or another value is stored', async () => {
    for (const useInstead of ['Angular', 7, ['React']]) {
      const { replacement } = await service({ ...ANGULAR, useInstead }, REACT)
      expect(await replacement()).toBeNull()
    }
  })
})
