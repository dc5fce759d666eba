import { z } from 'zod'

const text = z.string()
const texts = z.array(text)
const technologies = z.looseObject({ main: texts, others: texts }).partial()
const described = z.looseObject({ name: text, description: text }).partial()

const Architecture = z
  .looseObject({
    hosting: z.looseObject({ type: texts, details: texts }).partial(),
    database: technologies,
    languages: technologies,
    frameworks: technologies,
    cicd: technologies,
    environments: z.looseObject({
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
  .looseObject({
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

/** A section in its documented shape, or as an old client or another program has stored it. */
const asStored = <S extends z.ZodType>(section: S) => z.union([section, z.unknown()]).optional()

/** A project as it is answered: what is stored is what was sent, whatever its sections are. */
export const Project = z
  .looseObject({
    user: asStored(z.array(z.looseObject({ email: text, roles: texts, grade: text }).partial())),
    details: asStored(
      z.array(
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
    ),
    developed: asStored(texts),
    source_control: asStored(
      z.array(
        z
          .looseObject({
            type: text,
            links: z.array(z.looseObject({ description: text, url: text }).partial()),
          })
          .partial(),
      ),
    ),
    architecture: asStored(Architecture),
    stage: asStored(text),
    supporting_tools: asStored(SupportingTools),
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
