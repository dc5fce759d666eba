import { beforeEach, describe, expect, it } from '@jest/globals'
import { harness, type Harness } from './harness.ts'

const PATH = '/admin/api/normalise/technology'
const message = 'Technology names normalised successfully'
const NOTHING_STORED = 'Dry run: nothing was stored'
const project = (main: unknown) => ({
  details: [{ name: 'p' }],
  architecture: { languages: { main } },
})

let h: Harness
beforeEach(() => {
  h = harness()
})

describe.each([PATH, '/admin/api/normalise-technology'])('POST %s', (path) => {
  // spec: 4.3-r10 1-s6d
  it('renames a technology in every project and counts the projects', async () => {
    await h.seed('projects', {
      projects: [
        project(['JS', 'Go', 'JS']),
        project(['Go']),
        null,
        'odd',
        project(['JavaScript', 'JS']),
      ],
      version: 3,
    })
    const response = await h.post(path, { from: 'JS', to: 'JavaScript' })
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ message, updatedProjects: 2 })
    expect(await h.stored('projects')).toEqual({
      projects: [
        project(['JavaScript', 'Go']),
        project(['Go']),
        null,
        'odd',
        project(['JavaScript']),
      ],
      version: 3,
    })
  })

  // spec, otherwise: 4.3-r10
  it.each([
    ['from is missing', { to: 'x' }],
    ['to is missing', { from: 'x' }],
    ['from is empty', { from: '', to: 'x' }],
    ['to is empty', { from: 'x', to: '' }],
    ['to is not a string', { from: 'x', to: ['y'] }],
    ['the body is null', 'null'],
    ['the body is missing', undefined],
  ])('returns 400 when %s', async (_name, body) => {
    await h.seed('projects', { projects: [project(['x'])] })
    const response = await h.post(path, body)
    expect(response.status).toBe(400)
    expect(response.body.error).toBe("Both 'from' and 'to' values are required")
    expect(await h.stored('projects')).toEqual({ projects: [project(['x'])] })
  })
})

describe(`POST ${PATH}`, () => {
  it.each([
    ['nothing matches', { projects: [project(['Go', 'Go'])] }, { from: 'JS', to: 'JavaScript' }],
    ['case differs', { projects: [project(['js'])] }, { from: 'JS', to: 'JavaScript' }],
    ['both names are the same', { projects: [project(['JS', 'JS'])] }, { from: 'JS', to: 'JS' }],
    ['there are no projects', {}, { from: 'JS', to: 'JavaScript' }],
  ])('returns 0 and writes nothing when %s', async (_name, before, body) => {
    await h.seed('projects', before)
    const ref = { bucket: 'audit-tool', key: 'new_project_data.json' } as const
    const version = await h.store.get(ref)
    const response = await h.post(PATH, body)
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ message, updatedProjects: 0 })
    expect(await h.store.get(ref)).toEqual(version)
  })

  it('returns 0 and creates nothing when nothing is stored', async () => {
    const response = await h.post(PATH, { from: 'JS', to: 'JavaScript' })
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ message, updatedProjects: 0 })
    expect(await h.stored('projects')).toBeUndefined()
  })
})

describe.each([PATH, '/admin/api/normalise-technology'])('a dry run of POST %s', (path) => {
  const registry = {
    projects: [
      { ...project(['JS']), details: [{ name: 'Harbour' }] },
      { ...project(['Go']), details: [{ name: 'Quay' }] },
    ],
  }
  const body = { from: 'JS', to: 'JavaScript' }
  beforeEach(async () => h.seed('projects', registry))

  it('returns the operations and stores nothing', async () => {
    const response = await h.post(path, { ...body, dryRun: true })
    expect(response.status).toBe(200)
    expect(response.body).toEqual({
      message: NOTHING_STORED,
      updatedProjects: 1,
      dryRun: true,
      operations: [
        { op: 'remove', path: '/projects/Harbour/architecture/languages/main/JS', before: 'JS' },
        {
          op: 'add',
          path: '/projects/Harbour/architecture/languages/main/JavaScript',
          after: 'JavaScript',
        },
      ],
    })
    expect(await h.stored('projects')).toEqual(registry)
    expect((await h.post(path, body)).body).toEqual({ message, updatedProjects: 1 })
  })

  it('returns no operations without a registry', async () => {
    h = harness()
    const response = await h.post(path, { ...body, dryRun: true })
    expect(response.body).toEqual({
      message: NOTHING_STORED,
      updatedProjects: 0,
      dryRun: true,
      operations: [],
    })
    expect(await h.stored('projects')).toBeUndefined()
  })

  it.each([[{ dryRun: true, from: 'JS' }, "Both 'from' and 'to' values are required"]])(
    'rejects %j and stores nothing',
    async (sent, error) => {
      const response = await h.post(path, sent)
      expect([response.status, response.body.error]).toEqual([400, error])
      expect(await h.stored('projects')).toEqual(registry)
    },
  )
})
