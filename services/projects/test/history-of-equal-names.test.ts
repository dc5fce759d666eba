import { describe, expect, it } from '@jest/globals'
import { DOCUMENTS } from '@landscape/contracts/documents'
import { replace } from '@landscape/store/objects/directory'
import { as, project, projectService } from './project-service.ts'
import { kim, lee, type Service, create, update, remove, history } from './project-histories.ts'

const max = await as('max')

describe('GET /api/v1/projects/{project_name}/history, for projects of the same name', () => {
  it('shows the changes of each separately', async () => {
    const service = await projectService({ stored: [] })
    await create(service, 'Tides', kim, { stage: 'a secret of kim' })
    await create(service, 'Tides', lee, { stage: 'a secret of lee' })
    await update(service, 'Tides', lee, project('Tides', { stage: 'another of lee' }))
    await update(service, 'Tides', kim, project('Tides', { stage: 'another of kim' }))
    const [ofKim, ofLee] = [
      await history(service, 'Tides', kim),
      await history(service, 'Tides', lee),
    ]
    expect(ofKim.body.changes).toHaveLength(2)
    expect(ofLee.body.changes).toHaveLength(2)
    expect(ofKim.text).not.toContain('lee')
    expect(ofLee.text).not.toContain('kim')
  })

  it('shows nothing of one without an owner that was replaced externally', async () => {
    const of = (name: string) => ({
      ...project('Tides', { stage: `a secret of ${name}` }),
      user: [{ email: `${name}@acme.example` }],
    })
    const service = await projectService({ stored: [of('kim')] })
    await update(service, 'Tides', kim, { ...of('kim'), stage: 'another of kim' })
    const { ref } = DOCUMENTS.projects
    await replace(service.store, ref, Buffer.from(JSON.stringify({ projects: [of('lee')] })))
    await update(service, 'Tides', lee, { ...of('lee'), stage: 'Beta' })
    const { body, text } = await history(service, 'Tides', lee)
    expect(body.changes).toMatchObject([{ operations: [{ after: 'Beta' }] }])
    expect(text).not.toContain('kim')
  })

  it('shows nothing of a deleted one whose name the other has', async () => {
    const service = await projectService({ stored: [] })
    await create(service, 'Tides', kim, { stage: 'a secret of kim' })
    await create(service, 'Tides', lee, { stage: 'Alpha' })
    await remove(service, 'Tides', kim)
    await update(service, 'Tides', lee, project('Tides', { stage: 'Beta' }))
    const { body, text } = await history(service, 'Tides', lee)
    expect(body.changes).toMatchObject([{ operations: [{ after: 'Beta' }] }])
    expect(text).not.toContain('kim')
  })

  it.each([
    ['deleted', async (service: Service) => void (await remove(service, 'Tides', kim))],
    [
      'preceded externally',
      async (service: Service) => {
        const first = { ...project('Tides'), owner: 'nia@acme.example' }
        const projects = [first, ...(await service.records())]
        const { ref } = DOCUMENTS.projects
        await replace(service.store, ref, Buffer.from(JSON.stringify({ projects })))
        await update(service, 'Tides', max, project('Tides', { stage: 'another of max' }))
      },
    ],
  ])('shows nothing of one whose number changed since one was %s', async (_, edit) => {
    const service = await projectService({ stored: [] })
    for (const owner of [kim, lee, max]) await create(service, 'Tides', owner)
    await update(service, 'Tides', lee, project('Tides', { stage: 'a secret of lee' }))
    await update(service, 'Tides', max, project('Tides', { stage: 'a secret of max' }))
    await edit(service)
    for (const [owner, other] of [
      [lee, 'max'],
      [max, 'lee'],
    ] as const) {
      const { status, text } = await history(service, 'Tides', owner)
      expect(status).toBe(200)
      expect(text).not.toContain(other)
    }
  })

  it('shows nothing until an external write is recorded', async () => {
    const service = await projectService({ stored: [] })
    await create(service, 'Tides', kim)
    await update(service, 'Tides', kim, project('Tides', { stage: 'a secret of kim' }))
    const ofLee = { ...project('Tides'), owner: 'lee@acme.example' }
    const { ref } = DOCUMENTS.projects
    const now = await service.store.get(ref)
    const kept = now.kind === 'found' ? { etag: now.etag, meta: now.meta } : { etag: '', meta: {} }
    const body = Buffer.from(JSON.stringify({ projects: [ofLee] }))
    await service.store.put(ref, body, { ifMatch: kept.etag }, kept.meta)
    const { body: page } = await history(service, 'Tides', lee)
    expect(page).toEqual({ changes: [], next: null })
  })

  it('shows nothing of an ownerless one that was removed externally', async () => {
    const ownerless = (email: string, stage: string) => ({
      ...project('Tides', { stage }),
      user: [{ email }],
    })
    const [first, second] = [
      ownerless('kim@acme.example', 'a secret of kim'),
      ownerless('lee@acme.example', 'Alpha'),
    ]
    const service = await projectService({ stored: [first, second] })
    await update(service, 'Tides', kim, { ...first, stage: 'another of kim' })
    const { ref } = DOCUMENTS.projects
    await replace(service.store, ref, Buffer.from(JSON.stringify({ projects: [second] })))
    await update(service, 'Tides', lee, { ...second, stage: 'Beta' })
    const { body, text } = await history(service, 'Tides', lee)
    expect(body.changes).toMatchObject([{ operations: [{ after: 'Beta' }] }])
    expect(text).not.toContain('kim')
  })

  it('shows nothing of one that another replaced externally', async () => {
    const of = (name: string, stage: string) => ({
      ...project('Tides', { stage }),
      owner: `${name}@acme.example`,
    })
    const service = await projectService({ stored: [of('kim', 'a'), of('lee', 'b')] })
    await update(service, 'Tides', kim, project('Tides', { stage: 'a secret of kim' }))
    const { ref } = DOCUMENTS.projects
    const swapped = { projects: [of('lee', 'b'), of('kim', 'c')] }
    await replace(service.store, ref, Buffer.from(JSON.stringify(swapped)))
    await update(service, 'Tides', lee, project('Tides', { stage: 'Beta' }))
    const { body, text } = await history(service, 'Tides', lee)
    expect(body.changes).toMatchObject([{ operations: [{ after: 'Beta' }] }])
    expect(text).not.toContain('kim')
  })
})
