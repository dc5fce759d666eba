import { z } from 'zod'

/**
 * A project as the registry and its clients mean it: the description of the API. Clients store `""`, `[]` or `{}`
 * for a section that was skipped, each where it stands below.
 */

const text = z.string().optional()
const texts = z.array(z.string()).optional()
const EMPTY_TEXT = z.literal('')
const EMPTY_LIST = z.array(z.never()).max(0)

const Technologies = z.looseObject({ main: texts, others: texts }).meta({ id: 'Technologies' })
const technologies = z.union([Technologies, EMPTY_LIST]).optional()
const tool = z.union([z.string(), EMPTY_LIST]).optional()

const User = z
  .looseObject({ email: z.string(), roles: texts, grade: text })
  .meta({ id: 'ProjectUser', description: 'Somebody to ask about a project.' })

const Details = z
  .looseObject({
    name: z.string().min(1).meta({ description: 'of the first element: the name of the project' }),
    short_name: text,
    documentation_link: texts,
    project_description: text,
    programme_name: text,
    programme_short_name: text,
    project_dependencies: z.array(z.looseObject({ name: text, description: text })).optional(),
  })
  .meta({ id: 'ProjectDetails', description: 'What a project is.' })

const SourceControl = z
  .looseObject({
    type: text,
    links: z.array(z.looseObject({ description: text, url: text })).optional(),
  })
  .meta({ id: 'ProjectSourceControl', description: 'Where the source is kept.' })

/** Where a project runs; a project names all of them or none. */
export const ENVIRONMENTS = ['dev', 'int', 'uat', 'preprod', 'prod', 'postprod'] as const
const flag = z.boolean()
const Environments = z.union([
  z.looseObject({ dev: flag, int: flag, uat: flag, preprod: flag, prod: flag, postprod: flag }),
  z.strictObject({}),
])

const Architecture = z
  .looseObject({
    hosting: z.union([z.looseObject({ type: texts, details: texts }), EMPTY_TEXT]).optional(),
    database: z.union([Technologies, EMPTY_TEXT]).optional(),
    languages: technologies,
    frameworks: technologies,
    cicd: technologies,
    environments: Environments.optional(),
    infrastructure: technologies,
    publishing: technologies,
  })
  .meta({ id: 'ProjectArchitecture', description: 'What a project is built of.' })

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
      'Tools beside the code, under the names that the writer of the project knows; those from `user_interface` on are the earlier ones.',
  })

/** The sections of a project: a list may hold some of them, and not others. */
export const PROJECT_SECTIONS = {
  user: z.array(User).min(1).meta({ description: 'the first is the contact' }),
  details: z.array(Details).min(1),
  developed: z
    .array(z.union([z.string(), z.array(z.string())]))
    .meta({ description: 'by whom: in house, outsourced, in partnership; and with whom' }),
  source_control: z.union([z.array(SourceControl), EMPTY_TEXT]),
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
      'Kept and returned as sent, unknown fields included. A section that was skipped may be "", [] or {}. ' +
      'One that another program has stored otherwise is answered as it is: clients look before they read.',
  })

export const ListedProjectShape = z.looseObject(z.object(PROJECT_SECTIONS).partial().shape).meta({
  id: 'ListedProject',
  description: 'A project in a list: whole, or the sections that were asked for.',
})

export const ProjectsShape = z.looseObject({ projects: z.array(ProjectShape) })
