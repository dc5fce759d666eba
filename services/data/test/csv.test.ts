import { describe, expect, it } from '@jest/globals'
import { replace } from '@landscape/store/objects/directory'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import type { ObjectRef } from '@landscape/store/objects/port'
import request from 'supertest'
import { tideTables, tideTablesRow } from '../src/csv/csv-rows.fixture.ts'
import { dataService } from './data-service.ts'

const FORMER_CSV = { bucket: 'main', key: 'onsTechDataAdoption.csv' } as const

/**
 * The "CSV held in object storage" of the specification is the JSON document of the registry. Rows have
 * the columns of the CSV file that it replaced.
 */
describe('GET /api/csv', () => {
  const registry = { bucket: 'audit-tool', key: 'new_project_data.json' } as const
  const tideTablesText = JSON.stringify({ projects: [tideTables] })

  // spec: 1-s5a 4.2-r1a 4.2-r1b 4.2-r1c
  it('returns a row for each project of the document in object storage', async () => {
    const store = createEmbeddedStore(':memory:')
    const named = { details: [{ name: 'Harbour API' }] }
    const document = { projects: [tideTables, null, named, { user: '' }] }
    await replace(store, registry, Buffer.from(JSON.stringify(document)))
    const { app } = await dataService({}, { store })
    const { status, type, body } = await request(app).get('/api/csv')
    expect([status, type]).toEqual([200, 'application/json'])
    expect(body).toHaveLength(3)
    expect(body[0]).toEqual(tideTablesRow)
    expect(body[1]).toMatchObject({
      Project: 'Harbour API',
      Listed_As_Project_Dependency: [{ name: 'Tide Tables', description: 'berth data' }],
    })
    for (const row of body) expect(Object.keys(row)).toEqual(Object.keys(tideTablesRow))
  })

  // spec: 4.2-r1a
  it('returns what another process has just stored', async () => {
    const { app, put } = await dataService({ projects: { projects: [tideTables] } })
    const names = async () => {
      const { body } = await request(app).get('/api/csv')
      return body.map(({ Project }: { Project: string }) => Project)
    }
    expect(await names()).toEqual(['Tide Tables'])
    const other = { ...tideTables, details: [{ name: 'Buoys' }] }
    await put('projects', { projects: [other, tideTables] })
    expect(await names()).toEqual(['Buoys', 'Tide Tables'])
    await put('projects', { projects: [] })
    expect(await names()).toEqual([])
  })

  // spec, otherwise: 4.2-r1a 4.2-r1b
  it.each<[string, ObjectRef | undefined, string]>([
    ['nothing', undefined, ''],
    ['a registry without projects', registry, '{"projects":[]}'],
    ['the CSV file of the previous system', FORMER_CSV, 'Project,Stage\nTide Tables,Live\n'],
    ['the registry in another bucket', { ...registry, bucket: 'main' }, tideTablesText],
  ])('returns an empty array when the store contains %s', async (_name, ref, text) => {
    const store = createEmbeddedStore(':memory:')
    if (ref) await replace(store, ref, Buffer.from(text))
    const { app } = await dataService({}, { store })
    const { status, body } = await request(app).get('/api/csv')
    expect([status, body]).toEqual([200, []])
  })
})
