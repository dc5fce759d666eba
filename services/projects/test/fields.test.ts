import { describe, expect, it } from '@jest/globals'
import { isRecord } from '@landscape/contracts'
import request from 'supertest'
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

  /** What a project has to have is refused when it is not there, as are environments of another shape. */
  const NEEDED = ['user', 'user.0.email', 'details', 'details.0.name', 'architecture.environments']
  const SKIPPABLE = FIELDS.map((path) => [path.join('.'), path] as const).filter(
    ([name]) => !NEEDED.some((needed) => name === needed || name.startsWith('architecture.env')),
  )
  // spec, otherwise: project.user.roles project.user.grade project.details.short_name
  // spec, otherwise: project.details.documentation_link project.details.project_description
  // spec, otherwise: project.details.programme_name project.details.programme_short_name
  // spec, otherwise: project.details.project_dependencies project.developed project.source_control
  // spec, otherwise: project.source_control.type project.source_control.links project.architecture
  // spec, otherwise: project.architecture.hosting project.architecture.database
  // spec, otherwise: project.architecture.languages project.architecture.frameworks
  // spec, otherwise: project.architecture.cicd project.architecture.infrastructure
  // spec, otherwise: project.architecture.publishing project.stage project.supporting_tools
  // spec, otherwise: project.supporting_tools.code_editors project.supporting_tools.ui_tools
  // spec, otherwise: project.supporting_tools.diagram_tools
  // spec, otherwise: project.supporting_tools.project_tracking_tools
  // spec, otherwise: project.supporting_tools.documentation_tools
  // spec, otherwise: project.supporting_tools.communication_tools
  // spec, otherwise: project.supporting_tools.collaboration_tools
  // spec, otherwise: project.supporting_tools.incident_management
  it.each(SKIPPABLE)('may be left out, or be skipped: %s', async (field, path) => {
    for (const skipped of [undefined, '', [], {}]) {
      const name = `Without ${field}, ${JSON.stringify(skipped)}`
      const details = [{ ...DOCUMENTED.details[0], name }]
      const sent = structuredClone({ ...DOCUMENTED, details })
      const parent = valueAt(sent, path.slice(0, -1)) as Record<string, unknown>
      parent[path.at(-1) ?? ''] = skipped
      const answer = await request(app).post(PROJECTS).set(kim).send(sent)
      expect([answer.status, answer.text]).toEqual([201, JSON.stringify(sent)])
    }
  })
})
