import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { FILTERS } from '../src/registry/filter-projects.ts'
import { at, PROJECTS, projectService } from './project-service.ts'
import { kim, flags, DOCUMENTED, valueAt } from './documented-project.ts'

/** Values of the wrong type, and those of skipped sections. */
const WRONG = [undefined, null, '', 'python', 5, true, [], {}, [5], [[null]], { main: 'python' }]

/** A project with another value in one field. */
function withValue(path: readonly string[], value: unknown, name: string): unknown {
  const sent = structuredClone({ ...DOCUMENTED, details: [{ ...DOCUMENTED.details[0], name }] })
  const parent = valueAt(sent, path.slice(0, -1)) as Record<string, unknown>
  parent[path.at(-1) ?? ''] = value
  return JSON.parse(JSON.stringify(sent))
}

/** Expects each value to be stored, returned, and accepted by the search and row formats. */
async function expectKept(path: readonly string[], values: unknown[] = WRONG): Promise<void> {
  const { app, records } = await projectService()
  const get = (at: string) => request(app).get(at).set(kim)
  for (const [i, value] of values.entries()) {
    const sent = withValue(path, value, `Tide ${i}`)
    const response = await request(app)
      .post(PROJECTS)
      .set(kim)
      .send(sent as object)
    expect([response.status, response.text]).toEqual([201, JSON.stringify(sent)])
    expect((await get(at(`Tide ${i}`))).body).toEqual(sent)
    expect((await records())[i]).toEqual({ ...(sent as object), owner: 'kim@acme.example' })
  }
  for (const filter of FILTERS) {
    expect((await get(`${PROJECTS}/filter?${filter}=no-such-value`)).body).toEqual([])
  }
  const rows = await get(`${PROJECTS}?format=ndjson`)
  expect([rows.status, rows.text.trimEnd().split('\n').length]).toEqual([200, values.length])
}

const DETAILS = Object.keys(DOCUMENTED.details[0] ?? {}).filter((field) => field !== 'name')
const named = (paths: string[][]) => paths.map((path) => [path.join('.'), path] as const)
const below = (section: string, fields: readonly string[]) =>
  named(fields.map((field) => [section, field]))

describe('a field with a value of the wrong type is stored as sent', () => {
  // spec, otherwise: 2.1-r1c 2.1-r1d
  it.each(['roles', 'grade'])('of people: %s', (field) => expectKept(['user', '0', field]))

  // spec, otherwise: 2.1-r1b
  it('of people: email, which is required', () =>
    expectKept(['user', '0', 'email'], WRONG.slice(1)))

  // spec, otherwise: 2.1-r2c 2.1-r2d 2.1-r2e 2.1-r2f 2.1-r2g 2.1-r2h
  it.each(named(DETAILS.map((field) => ['details', '0', field])))('of details: %s', (_name, path) =>
    expectKept(path),
  )

  // spec, otherwise: 2.1-r3 2.1-r4a 2.1-r4b 2.1-r4c
  it.each(
    named([
      ['developed'],
      ['source_control'],
      ['source_control', '0', 'type'],
      ['source_control', '0', 'links'],
    ]),
  )('of development: %s', (_name, path) => expectKept(path))

  // spec, otherwise: 2.1-r5 2.1-r6 2.1-r7
  it.each(named([['architecture'], ['stage'], ['supporting_tools']]))(
    'of the project: %s',
    (_name, path) => expectKept(path),
  )

  // spec, otherwise: 2.2-r1 2.2-r2 2.2-r3 2.2-r4
  it.each(below('architecture', ['hosting', 'database', 'languages', 'frameworks']))(
    'of the architecture: %s',
    (_name, path) => expectKept(path),
  )

  // spec, otherwise: 2.2-r5 2.2-r7 2.2-r8
  it.each(below('architecture', ['cicd', 'infrastructure', 'publishing']))(
    'of the architecture, continued: %s',
    (_name, path) => expectKept(path),
  )

  // spec, otherwise: 2.3-r1 2.3-r2 2.3-r3 2.3-r4
  it.each(
    below('supporting_tools', [
      'code_editors',
      'ui_tools',
      'diagram_tools',
      'project_tracking_tools',
    ]),
  )('of supporting tools: %s', (_name, path) => expectKept(path))

  // spec, otherwise: 2.3-r5 2.3-r6 2.3-r7 2.3-r8
  it.each(
    below('supporting_tools', [
      'documentation_tools',
      'communication_tools',
      'collaboration_tools',
      'incident_management',
    ]),
  )('of supporting tools, continued: %s', (_name, path) => expectKept(path))
})

describe('an environment other than true or false', () => {
  // spec, otherwise: 2.2-r6
  it.each(Object.keys(flags))('is rejected with its name: %s', async (flag) => {
    const { app, text } = await projectService()
    for (const value of WRONG.filter((wrong) => typeof wrong !== 'boolean')) {
      const sent = withValue(['architecture', 'environments', flag], value, 'Tide')
      const { status, body } = await request(app)
        .post(PROJECTS)
        .set(kim)
        .send(sent as object)
      const error = `Invalid environments data: '${flag}' must be a boolean`
      const pointer = `/architecture/environments/${flag}`
      expect([status, body.error]).toEqual([400, error])
      expect(body.errors).toMatchObject([{ pointer }])
    }
    expect(await text()).toBeUndefined()
  })
})
