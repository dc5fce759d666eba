import { as, projectService } from './project-service.ts'

export const kim = await as('kim')
const technologies = { main: ['Go'], others: ['Zig'] }
export const flags = {
  dev: true,
  int: false,
  uat: false,
  preprod: true,
  prod: true,
  postprod: false,
}

/** Every documented field with a value in its documented shape. */
export const DOCUMENTED = {
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
export const valueAt = (value: unknown, path: readonly (string | number)[]) =>
  path.reduce<unknown>((part, key) => (part as Record<string | number, unknown>)[key], value)

export const { app, records } = await projectService()
