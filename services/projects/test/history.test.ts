import { describe, expect, it } from '@jest/globals'
import { DOCUMENTS } from '@landscape/contracts/documents'
import { createDocument } from '@landscape/store/documents/document'
import { undoChange } from '@landscape/store/documents/undo-change'
import type { ObjectStore } from '@landscape/store/objects/port'
import request from 'supertest'
import { as, at, project, projectService } from './project-service.ts'
import {
  kim,
  lee,
  type Service,
  type Header,
  create,
  update,
  remove,
  history,
} from './project-histories.ts'

const admin = await as('ada', 'admin')

interface Change {
  id: string
  summary: string
  subjects: string[]
  operations: { op: string; path: string; before?: unknown; after?: unknown }[]
}

/** The operations of each change, newest first; expects no owner in them. */
async function operationsIn(
  service: Service,
  name: string,
  as: Header,
  query = '',
): Promise<string[][]> {
  const { status, body, text } = await history(service, name, as, query)
  expect(status).toBe(200)
  expect(text).not.toContain('"owner"')
  expect(text).not.toContain('/owner"')
  return (body.changes as Change[]).map(({ operations }) =>
    operations.map(({ op, path }) => `${op} ${path}`),
  )
}

/** The registry of another process. */
const openRegistry = (store: ObjectStore) =>
  createDocument(store, DOCUMENTS.projects.ref, DOCUMENTS.projects.schema, { history: 'projects' })

/** Undoes the newest change of an action. */
async function undoNewest(store: ObjectStore, action: string): Promise<void> {
  const registry = openRegistry(store)
  for await (const { change } of (await registry.past()).changes({})) {
    if (change.action !== action) continue
    const by = { actor: 'ada', email: 'ada@acme.example', action: 'undo' }
    await undoChange(registry, change.id, { by })
    return
  }
}

describe('GET /api/v1/projects/{project_name}/history', () => {
  it('returns the changes of the project, newest first, without its owner', async () => {
    const service = await projectService({ stored: [] })
    await create(service, 'Tides', kim, { stage: 'Alpha' })
    await create(service, 'Charts', kim)
    await update(service, 'Tides', kim, { ...project('Tides'), stage: 'Beta' })
    const { body, headers } = await history(service, 'Tides', kim)
    expect(headers['cache-control']).toBe('private, no-cache')
    expect(body).toMatchObject({
      changes: [
        {
          document: 'projects',
          actor: { email: 'kim@acme.example' },
          action: 'update project',
          subjects: ['Tides'],
          summary: 'Tides: stage',
          operations: [
            { op: 'replace', path: '/projects/Tides/stage', before: 'Alpha', after: 'Beta' },
          ],
        },
        {
          action: 'create project',
          operations: [
            { op: 'add', path: '/projects/Tides', after: project('Tides', { stage: 'Alpha' }) },
          ],
        },
      ],
      next: null,
    })
    expect(await operationsIn(service, 'Charts', kim)).toEqual([['add /projects/Charts']])
  })

  it('returns 404 to callers who may not read the project', async () => {
    const service = await projectService({ stored: [] })
    await create(service, 'Tides', kim, { user: [{ email: 'lee@acme.example' }] })
    expect(await operationsIn(service, 'Tides', lee)).toHaveLength(1)
    expect(await operationsIn(service, 'Tides', admin)).toHaveLength(1)
    const { status, body } = await history(service, 'Tides', await as('nia', 'reviewer'))
    expect([status, body.error]).toEqual([404, 'Project not found'])
    expect((await history(service, 'Nothing', kim)).status).toBe(404)
    expect((await request(service.app).get(`${at('Tides')}/history`)).status).toBe(401)
  })

  it("shows only the project's part of an edit of many projects", async () => {
    const service = await projectService({ stored: [] })
    await create(service, 'Tides', kim, { stage: 'Go' })
    await create(service, 'Secret', lee, { stage: 'Go' })
    await openRegistry(service.store).change(
      (current) => ({
        next: {
          ...current,
          projects: (current?.projects ?? []).map((one) => ({ ...(one as object), stage: 'Zig' })),
        },
        result: undefined,
      }),
      { by: { actor: 'ada', email: 'ada@acme.example', action: 'normalise technology' } },
    )
    const { body, text } = await history(service, 'Tides', kim)
    expect(body.changes[0]).toMatchObject({
      subjects: ['Tides'],
      summary: 'Tides: stage',
      operations: [{ path: '/projects/Tides/stage' }],
    })
    expect(text).not.toContain('Secret')
    expect(text).not.toContain('lee@')
  })

  it('follows the project through renames', async () => {
    const service = await projectService({ stored: [] })
    await create(service, 'Tides', kim)
    await update(service, 'Tides', kim, project('Tide/Tables', { stage: 'Beta' }))
    await create(service, 'Tides', kim, { stage: 'the next of this name' })
    await update(service, 'Tide/Tables', kim, project('Tide/Tables', { stage: 'Live' }))
    expect(await operationsIn(service, 'Tide/Tables', kim)).toEqual([
      ['replace /projects/Tide~1Tables/stage'],
      ['remove /projects/Tides', 'add /projects/Tide~1Tables'],
      ['add /projects/Tides'],
    ])
    expect(await operationsIn(service, 'Tides', kim)).toEqual([['add /projects/Tides']])
  })

  it('shows a new order of its sections', async () => {
    const service = await projectService({ stored: [] })
    await create(service, 'Tides', kim)
    const { user, details } = project('Tides')
    await update(service, 'Tides', kim, { details, user })
    expect(await operationsIn(service, 'Tides', kim)).toEqual([
      ['replace /projects/Tides'],
      ['add /projects/Tides'],
    ])
  })

  it('shows the creation of the registry', async () => {
    const service = await projectService()
    await create(service, 'Tides', kim)
    expect(await operationsIn(service, 'Tides', kim)).toEqual([['add /projects/Tides']])
  })

  it('starts with the first recorded edit of a stored project', async () => {
    const service = await projectService({
      stored: [{ ...project('Tides', { stage: 'Alpha' }), owner: 'kim@acme.example' }],
    })
    expect(await operationsIn(service, 'Tides', kim)).toEqual([])
    await update(service, 'Tides', kim, project('Tides', { stage: 'Beta' }))
    expect(await operationsIn(service, 'Tides', kim)).toEqual([['replace /projects/Tides/stage']])
  })

  it('continues before a deletion that was undone', async () => {
    const service = await projectService({ stored: [] })
    await create(service, 'Tides', kim)
    await remove(service, 'Tides', kim)
    await create(service, 'Charts', lee)
    await remove(service, 'Charts', lee)
    await undoNewest(service.store, 'delete project')
    expect(await operationsIn(service, 'Charts', lee)).toEqual([
      ['add /projects/Charts'],
      ['remove /projects/Charts'],
      ['add /projects/Charts'],
    ])
  })

  it('ends at the creation of another project with the name', async () => {
    const service = await projectService({ stored: [] })
    await create(service, 'Tides', kim, { stage: 'a secret of kim' })
    await remove(service, 'Tides', kim)
    await create(service, 'Tides', lee)
    const { body, text } = await history(service, 'Tides', lee)
    expect(body.changes).toHaveLength(1)
    expect(text).not.toContain('kim')
  })

  describe('the query', () => {
    async function three(): Promise<Service> {
      const service = await projectService({ stored: [] })
      await create(service, 'Tides', kim)
      await update(service, 'Tides', kim, project('Ebb', { user: [{ email: 'lee@acme.example' }] }))
      await update(service, 'Ebb', lee, { ...project('Ebb'), stage: 'Beta' })
      return service
    }
    const byName = (changes: { summary: string }[]) => changes.map(({ summary }) => summary)

    it('pages across renames', async () => {
      const service = await three()
      const complete = (await history(service, 'Ebb', kim)).body.changes
      const found: unknown[] = []
      let query = '?limit=1'
      for (let page = 0; page < 3; page++) {
        const { body } = await history(service, 'Ebb', kim, query)
        found.push(...body.changes)
        query = `?limit=1&cursor=${body.next}`
      }
      expect(found).toEqual(complete)
      expect(query).toBe('?limit=1&cursor=null')
    })

    it('filters by actor, name and interval', async () => {
      const service = await three()
      const complete = (await history(service, 'Ebb', kim)).body.changes
      const pick = async (query: string) =>
        byName((await history(service, 'Ebb', kim, query)).body.changes)
      expect(await pick('?actor=lee@acme.example')).toEqual(byName(complete.slice(0, 1)))
      expect(await pick('?actor=kim@acme.example')).toEqual(byName(complete.slice(1)))
      expect(await pick('?subject=Tides')).toEqual(byName(complete.slice(1)))
      expect(await pick(`?until=${complete[2].at}`)).toContain('Tides added')
      expect(await pick(`?since=${complete[0].at}`)).toContain(complete[0].summary)
      expect(await pick('?until=2000-01-01')).toEqual([])
      expect(await pick('?since=2999-01-01')).toEqual([])
    })

    it('accepts only the document projects', async () => {
      const service = await three()
      const { status, body } = await history(service, 'Ebb', kim, '?document=projects')
      expect([status, body.changes.length]).toEqual([200, 3])
      const other = await history(service, 'Ebb', kim, '?document=radar')
      expect([other.status, other.body.error]).toEqual([400, 'Unknown document'])
    })

    it.each(['since=yesterday', 'limit=0', 'cursor=x'])('rejects %s', async (query) => {
      expect((await history(await three(), 'Ebb', kim, `?${query}`)).status).toBe(400)
    })
  })
})
