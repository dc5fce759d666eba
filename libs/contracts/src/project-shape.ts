import { z } from 'zod'

/** A project in the API description. Clients store `""`, `[]` or `{}` for a skipped section. */

const text = z.string().optional()
const texts = z.array(z.string()).optional()
const EMPTY_STRING = z.literal('')
const EMPTY_LIST = z.array(z.never()).max(0)

const Technologies = z.looseObject({ main: texts, others: texts }).meta({ id: 'Technologies' })
const technologies = z.union([Technologies, EMPTY_LIST]).optional()
const tool = z.union([z.string(), EMPTY_LIST]).optional()

const User = z
  .looseObject({ email: z.string(), roles: texts, grade: text })
  .meta({ id: 'ProjectUser', description: 'A contact of a project.' })

const Details = z
  .looseObject({
    name: z.string().min(1).meta({ description: 'in the first element: the name of the project' }),
    short_name: text,
    documentation_link: texts,
    project_description: text,
    programme_name: text,
    programme_short_name: text,
    project_dependencies: z.array(z.looseObject({ name: text, description: text })).optional(),
  })
  .meta({ id: 'ProjectDetails', description: 'Name and purpose of a project.' })

const SourceControl = z
  .looseObject({
    type: text,
    links: z.array(z.looseObject({ description: text, url: text })).optional(),
  })
  .meta({ id: 'ProjectSourceControl', description: 'Location of the source code.' })

/** Environments of a project, which has all of these members or none. */
export const ENVIRONMENTS = ['dev', 'int', 'uat', 'preprod', 'prod', 'postprod'] as const
const flag = z.boolean()
const Environments = z.union([
  z.looseObject({ dev: flag, int: flag, uat: flag, preprod: flag, prod: flag, postprod: flag }),
  z.strictObject({}),
])

const Architecture = z
  .looseObject({
    hosting: z.union([z.looseObject({ type: texts, details: texts }), EMPTY_STRING]).optional(),
    database: z.union([Technologies, EMPTY_STRING]).optional(),
    languages: technologies,
    frameworks: technologies,
    cicd: technologies,
    environments: Environments.optional(),
    infrastructure: technologies,
    publishing: technologies,
  })
  .meta({ id: 'ProjectArchitecture', description: 'Technologies of a project.' })

const SupportingTools = z
  .looseObject({
    code_editors: technologies,
    ui_tools: technologies,
    diagram_tools: technologies,
    project_tracking_tools: tool,
    documentation_tools: technologies,
    communication_tools: technologies,
    collaboration_tools: technologies,
    incident_management: tool,
    user_interface: technologies,
    diagrams: technologies,
    project_tracking: tool,
    documentation: technologies,
    communication: technologies,
    collaboration: technologies,
    miscellaneous: z.array(z.looseObject({ name: text, description: text })).optional(),
  })
  .meta({
    id: 'ProjectTools',
    description:
      'Supporting tools. Members from `user_interface` on are the names that earlier clients use.',
  })

/** The sections of a project; an element of a list may have only some of them. */
export const PROJECT_SECTIONS = {
  user: z.array(User).min(1).meta({ description: 'the first is the main contact' }),
  details: z.array(Details).min(1),
  developed: z.array(z.union([z.string(), z.array(z.string())])).meta({
    description: 'type of development (in house, outsourced or partnership) and partners',
  }),
  source_control: z.union([z.array(SourceControl), EMPTY_STRING]),
  architecture: Architecture,
  stage: z.string(),
  supporting_tools: SupportingTools,
}

const { user, details, ...others } = PROJECT_SECTIONS

export const ProjectShape = z
  .looseObject({ user, details, ...z.object(others).partial().shape })
  .meta({
    id: 'Project',
    description:
      'Stored and returned as sent, including unknown fields. A skipped section may be "", [] or {}. ' +
      'A malformed one that another program stored is returned unchanged.',
  })

export const ListedProjectShape = z.looseObject(z.object(PROJECT_SECTIONS).partial().shape).meta({
  id: 'ListedProject',
  description: 'A project in a list: complete, or the requested sections.',
})

export const ProjectsShape = z
  .looseObject({ projects: z.array(ProjectShape) })
  .meta({ id: 'StoredProjects', description: 'All projects.' })
