import { describe, expect, it } from '@jest/globals'
import { isRecord } from '@landscape/contracts'
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
/** The path of a section, and those of its fields; the fields of a list lie in its first element. */
function fieldsOf(name: string, section: unknown): string[][] {
  const [first] = [section].flat()
  const below = Array.isArray(section) ? [name, '0'] : [name]
  return [[name], ...(isRecord(first) ? Object.keys(first).map((field) => [...below, field]) : [])]
}
const FIELDS = [
  ...Object.entries(DOCUMENTED).flatMap(([name, section]) => fieldsOf(name, section)),
  ...Object.keys(flags).map((flag) => ['architecture', 'environments', flag]),
]
const valueAt = (value: unknown, path: readonly string[]) =>
  path.reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], value)

const { app, records } = await projectService()
const created = await request(app).post(PROJECTS).set(kim).send(DOCUMENTED)
const read = await request(app).get(at('Tide Tables')).set(kim)
const [kept] = await records()

describe('a documented field of a project', () => {
  // spec: project.user project.user.email project.user.roles project.user.grade project.details
  // spec: project.details.name project.details.short_name project.details.documentation_link
  // spec: project.details.project_description project.details.programme_name
  // spec: project.details.programme_short_name project.details.project_dependencies
  // spec: project.developed project.source_control project.source_control.type
  // spec: project.source_control.links project.architecture project.architecture.hosting
  // spec: project.architecture.database project.architecture.languages
  // spec: project.architecture.frameworks project.architecture.cicd
  // spec: project.architecture.infrastructure project.architecture.publishing project.stage
  // spec: project.supporting_tools project.supporting_tools.code_editors
  // spec: project.supporting_tools.ui_tools project.supporting_tools.diagram_tools
  // spec: project.supporting_tools.project_tracking_tools
  // spec: project.supporting_tools.documentation_tools project.supporting_tools.communication_tools
  // spec: project.supporting_tools.collaboration_tools project.supporting_tools.incident_management
  // spec: project.architecture.environments.dev project.architecture.environments.int
  // spec: project.architecture.environments.uat project.architecture.environments.preprod
  // spec: project.architecture.environments.prod project.architecture.environments.postprod
  it.each(FIELDS.map((path) => [path.join('.'), path] as const))(
    'is stored and answered as it was sent: %s',
    (_name, path) => {
      const sent = valueAt(DOCUMENTED, path)
      expect(sent).toBeDefined()
      for (const held of [created.body, read.body, kept]) expect(valueAt(held, path)).toEqual(sent)
    },
  )
})

/** What no field is meant to hold, and what clients send for a section that was skipped. */
const WRONG = [undefined, null, '', 'python', 5, true, [], {}, [5], [[null]], { main: 'python' }]

/** A project with a value in place of one of its fields. */
function withValue(path: readonly string[], value: unknown, name: string): unknown {
  const sent = structuredClone({ ...DOCUMENTED, details: [{ ...DOCUMENTED.details[0], name }] })
  const parent = valueAt(sent, path.slice(0, -1)) as Record<string, unknown>
  parent[path.at(-1) ?? ''] = value
  return JSON.parse(JSON.stringify(sent))
}

/** Refuses nothing, keeps each value as it is, and can still be searched and told as rows. */
async function expectKept(path: readonly string[], values: unknown[] = WRONG): Promise<void> {
  const { app, records } = await projectService()
  const get = (at: string) => request(app).get(at).set(kim)
  for (const [i, value] of values.entries()) {
    const sent = withValue(path, value, `Tide ${i}`)
    const answer = await request(app)
      .post(PROJECTS)
      .set(kim)
      .send(sent as object)
    expect([answer.status, answer.text]).toEqual([201, JSON.stringify(sent)])
    expect((await get(at(`Tide ${i}`))).body).toEqual(sent)
    expect((await records())[i]).toEqual({ ...(sent as object), owner: 'kim@acme.example' })
  }
  for (const filter of FILTERS) {
    expect((await get(`${PROJECTS}/filter?${filter}=nothing-is-called-so`)).body).toEqual([])
  }
  const rows = await get(`${PROJECTS}?format=ndjson`)
  expect([rows.status, rows.text.trimEnd().split('\n').length]).toEqual([200, values.length])
}

const DETAILS = Object.keys(DOCUMENTED.details[0] ?? {}).filter((field) => field !== 'name')
const OF_SOURCE = [
  ['source_control'],
  ['source_control', '0', 'type'],
  ['source_control', '0', 'links'],
]
const TECHNOLOGIES = Object.keys(DOCUMENTED.architecture).filter((part) => part !== 'environments')
const named = (paths: string[][]) => paths.map((path) => [path.join('.'), path] as const)

describe('a field that holds something else than it should is kept as it was sent', () => {
  // spec, otherwise: project.user.roles project.user.grade
  it.each(['roles', 'grade'])('of people: %s', (field) => expectKept(['user', '0', field]))

  // spec, otherwise: project.user.email
  it('of people: email, as long as there is one', () =>
    expectKept(['user', '0', 'email'], WRONG.slice(1)))

  // spec, otherwise: project.details.short_name project.details.documentation_link
  // spec, otherwise: project.details.project_description project.details.programme_name
  // spec, otherwise: project.details.programme_short_name project.details.project_dependencies
  it.each(named(DETAILS.map((field) => ['details', '0', field])))('of details: %s', (_name, path) =>
    expectKept(path),
  )

  // spec, otherwise: project.developed project.source_control project.source_control.type
  // spec, otherwise: project.source_control.links
  it.each(named([['developed'], ...OF_SOURCE]))('of development: %s', (_name, path) =>
    expectKept(path),
  )

  // spec, otherwise: project.architecture project.architecture.hosting
  // spec, otherwise: project.architecture.database project.architecture.languages
  // spec, otherwise: project.architecture.frameworks project.architecture.cicd
  // spec, otherwise: project.architecture.infrastructure project.architecture.publishing
  it.each(named([['architecture'], ...TECHNOLOGIES.map((part) => ['architecture', part])]))(
    'of the architecture: %s',
    (_name, path) => expectKept(path),
  )

  // spec, otherwise: project.stage
  it('the stage', () => expectKept(['stage']))

  // spec, otherwise: project.supporting_tools project.supporting_tools.code_editors
  // spec, otherwise: project.supporting_tools.ui_tools project.supporting_tools.diagram_tools
  // spec, otherwise: project.supporting_tools.project_tracking_tools
  // spec, otherwise: project.supporting_tools.documentation_tools
  // spec, otherwise: project.supporting_tools.communication_tools
  // spec, otherwise: project.supporting_tools.collaboration_tools
  // spec, otherwise: project.supporting_tools.incident_management
  it.each(
    named([
      ['supporting_tools'],
      ...Object.keys(DOCUMENTED.supporting_tools).map((tool) => ['supporting_tools', tool]),
    ]),
  )('of supporting tools: %s', (_name, path) => expectKept(path))
})

describe('an environment that is not true or false', () => {
  // spec, otherwise: project.architecture.environments.dev project.architecture.environments.int
  // spec, otherwise: project.architecture.environments.uat
  // spec, otherwise: project.architecture.environments.preprod
  // spec, otherwise: project.architecture.environments.prod
  // spec, otherwise: project.architecture.environments.postprod
  it.each(Object.keys(flags))('is refused by its name, and nothing is stored: %s', async (flag) => {
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
