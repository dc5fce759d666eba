import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { FILTERS } from '../src/registry/filter-projects.ts'
import { as, at, PROJECTS, projectService } from './project-service.ts'

const kim = await as('kim')
const technologies = { main: ['Go'], others: ['Zig'] }
const flags = { dev: true, int: false, uat: false, preprod: true, prod: true, postprod: false }

/** Every documented field with a value in its documented shape. */
const DOCUMENTED = {
  user: [{ email: 'kim@acme.example', roles: ['Technical Contact', 'Editor'], grade: 'SEO' }],
  details: [
    {
      name: 'Tide Tables',
      short_name: 'TT',
      documentation_link: ['https://docs.example/tt'],
      project_description: 'Publishes tide tables',
      programme_name: 'Coastal',
      programme_short_name: 'CST',
      project_dependencies: [{ name: 'Harbour API', description: 'berth data' }],
    },
  ],
  developed: ['Partnership', 'Acme'],
  source_control: [
    { type: 'Github', links: [{ description: 'main', url: 'https://scm.example/acme/tt' }] },
  ],
  architecture: {
    hosting: { type: ['Cloud'], details: ['AWS'] },
    database: technologies,
    languages: technologies,
    frameworks: technologies,
    cicd: technologies,
    environments: flags,
    infrastructure: technologies,
    publishing: technologies,
  },
  stage: 'Development',
  supporting_tools: {
    code_editors: technologies,
    ui_tools: technologies,
    diagram_tools: technologies,
    project_tracking_tools: 'Jira',
    documentation_tools: technologies,
    communication_tools: technologies,
    collaboration_tools: technologies,
    incident_management: 'ServiceNow',
  },
}
const valueAt = (value: unknown, path: readonly (string | number)[]) =>
  path.reduce<unknown>((part, key) => (part as Record<string | number, unknown>)[key], value)

const { app, records } = await projectService()
const created = await request(app).post(PROJECTS).set(kim).send(DOCUMENTED)
const read = await request(app).get(at('Tide Tables')).set(kim)
const [kept] = await records()

interface Schema {
  $ref?: string
  anyOf?: Schema[]
  type?: string
  items?: Schema
  properties?: Record<string, Schema>
}
const { schemas } = (await request(app).get('/openapi.json')).body.components as {
  schemas: Record<string, Schema>
}

/** The types of values; of alternatives the first, which is the documented one. */
function shapeOf({ $ref, anyOf, type, items, properties }: Schema = {}): unknown {
  if ($ref !== undefined) return shapeOf(schemas[$ref.split('/').at(-1) ?? ''])
  if (anyOf !== undefined) return shapeOf(anyOf[0])
  if (type === 'array') return [shapeOf(items)]
  if (type !== 'object') return type
  const shapes = Object.entries(properties ?? {}).map(([name, schema]) => [name, shapeOf(schema)])
  return Object.fromEntries(shapes)
}

/** Expects the field to be stored, returned and described with this shape. */
function expectField(path: string, shape: unknown): void {
  const keys = path.split('.')
  const sent = valueAt(DOCUMENTED, keys)
  expect(sent).toBeDefined()
  for (const held of [created.body, read.body, kept]) expect(valueAt(held, keys)).toEqual(sent)
  expect(valueAt(shapeOf(schemas['Project']), keys)).toEqual(shape)
}

const OBJECT = expect.objectContaining({})
const BOTH = { main: ['string'], others: ['string'] }
const BOOLEANS = Object.fromEntries(Object.keys(flags).map((flag) => [flag, 'boolean']))

describe('a documented field is stored, returned and described', () => {
  // spec: 2.1-r1a 2.1-r1b 2.1-r1c 2.1-r1d
  it.each([
    ['user', [OBJECT]],
    ['user.0.email', 'string'],
    ['user.0.roles', ['string']],
    ['user.0.grade', 'string'],
  ])('of people: %s', expectField)

  // spec: 2.1-r2a 2.1-r2b 2.1-r2c 2.1-r2d
  it.each([
    ['details', [OBJECT]],
    ['details.0.name', 'string'],
    ['details.0.short_name', 'string'],
    ['details.0.documentation_link', ['string']],
  ])('of details: %s', expectField)

  // spec: 2.1-r2e 2.1-r2f 2.1-r2g 2.1-r2h
  it.each([
    ['details.0.project_description', 'string'],
    ['details.0.programme_name', 'string'],
    ['details.0.programme_short_name', 'string'],
    ['details.0.project_dependencies', [{ name: 'string', description: 'string' }]],
  ])('of details, continued: %s', expectField)

  // spec: 2.1-r3 2.1-r4a 2.1-r4b 2.1-r4c
  it.each([
    ['developed', ['string']],
    ['source_control', [OBJECT]],
    ['source_control.0.type', 'string'],
    ['source_control.0.links', [{ description: 'string', url: 'string' }]],
  ])('of development: %s', expectField)

  // spec: 1-s4 2.1-r5 2.1-r6 2.1-r7
  it.each([
    ['architecture', OBJECT],
    ['stage', 'string'],
    ['supporting_tools', OBJECT],
  ])('of the project: %s', expectField)

  // spec: 2.2-r1 2.2-r2 2.2-r3 2.2-r4 2.2-r5
  it.each([
    ['architecture.hosting', { type: ['string'], details: ['string'] }],
    ['architecture.database', BOTH],
    ['architecture.languages', BOTH],
    ['architecture.frameworks', BOTH],
    ['architecture.cicd', BOTH],
  ])('of the architecture: %s', expectField)

  // spec: 2.2-r6 2.2-r7 2.2-r8
  it.each([
    ['architecture.environments', BOOLEANS],
    ['architecture.infrastructure', BOTH],
    ['architecture.publishing', BOTH],
  ])('of the architecture, continued: %s', expectField)

  // spec: 2.3-r1 2.3-r2 2.3-r3 2.3-r5 2.3-r6 2.3-r7
  it.each(
    ['code_editors', 'ui_tools', 'diagram_tools', 'documentation_tools', 'communication_tools']
      .concat('collaboration_tools')
      .map((tool) => [`supporting_tools.${tool}`, BOTH] as const),
  )('of supporting tools: %s', expectField)

  // spec: 2.3-r4 2.3-r8
  it.each([
    ['supporting_tools.project_tracking_tools', 'string'],
    ['supporting_tools.incident_management', 'string'],
  ])('of supporting tools, one string: %s', expectField)
})

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
