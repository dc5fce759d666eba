import { z } from 'zod'

const text = z.string()
const texts = z.array(text)
const technologies = z.object({ main: texts, others: texts }).partial()
const described = z.object({ name: text, description: text }).partial()

const Architecture = z
  .object({
    hosting: z.object({ type: texts, details: texts }).partial(),
    database: technologies,
    languages: technologies,
    frameworks: technologies,
    cicd: technologies,
    environments: z.object({
      dev: z.boolean(),
      int: z.boolean(),
      uat: z.boolean(),
      preprod: z.boolean(),
      prod: z.boolean(),
      postprod: z.boolean(),
    }),
    infrastructure: technologies,
    publishing: technologies,
  })
  .partial()

const SupportingTools = z
  .object({
    code_editors: technologies,
    ui_tools: technologies,
    diagram_tools: technologies,
    project_tracking_tools: text,
    documentation_tools: technologies,
    communication_tools: technologies,
    collaboration_tools: technologies,
    incident_management: text,
  })
  .partial()

/** A project, for the API description: what is stored is what was sent, whatever its sections are. */
export const Project = z
  .looseObject({
    user: z.array(z.looseObject({ email: text, roles: texts, grade: text }).partial()),
    details: z.array(
      z.looseObject({
        name: text,
        short_name: text.optional(),
        documentation_link: texts.optional(),
        project_description: text.optional(),
        programme_name: text.optional(),
        programme_short_name: text.optional(),
        project_dependencies: z.array(described).optional(),
      }),
    ),
    developed: texts.optional(),
    source_control: z
      .array(
        z
          .object({
            type: text,
            links: z.array(z.object({ description: text, url: text }).partial()),
          })
          .partial(),
      )
      .optional(),
    architecture: Architecture.optional(),
    stage: text.optional(),
    supporting_tools: SupportingTools.optional(),
  })
  .meta({
    id: 'Project',
    description:
      'Kept and returned as sent, unknown fields included. ' +
      'A section that was skipped may be "", [] or {}.',
  })

/** Body of a write: what is required is checked by `checkProject`, which knows the statuses. */
export const ProjectBody = z
  .unknown()
  .meta({ id: 'ProjectBody', override: { $ref: '#/components/schemas/Project' } })

export const ProjectName = z.object({
  project_name: z
    .string()
    .max(8_000, 'Project name is too long')
    .meta({ description: 'details[0].name, percent-encoded' }),
})

/** Whose records; all of them for admins only. */
export const Scope = z.enum(['own', 'all'], 'Invalid scope').optional()
