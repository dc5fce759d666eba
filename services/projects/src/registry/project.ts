import { describedAs, type JsonRecord } from '@landscape/contracts'
import { z } from 'zod'

const AsStored = z
  .unknown()
  .meta({ description: 'whatever an old client or another program has stored' })

/** A section or field in its documented shape, or as it is stored. */
const asStored = (shape: z.ZodType) =>
  describedAs(z.unknown().optional(), z.union([shape, AsStored]))

const text = asStored(z.string())
const texts = asStored(z.array(z.string()))
const listOf = (shape: z.ZodRawShape) => asStored(z.array(z.looseObject(shape)))
const technologies = asStored(z.looseObject({ main: texts, others: texts }))

/** Fields of one element of a section, or of a section: what is documented of them. */
export const USER = { email: text, roles: texts, grade: text }
export const DETAILS = {
  name: text,
  short_name: text,
  documentation_link: texts,
  project_description: text,
  programme_name: text,
  programme_short_name: text,
  project_dependencies: listOf({ name: text, description: text }),
}
/** Where a project runs; a project names all of them or none. */
export const ENVIRONMENTS = ['dev', 'int', 'uat', 'preprod', 'prod', 'postprod'] as const
const flag = asStored(z.boolean())
export const ARCHITECTURE = {
  hosting: asStored(z.looseObject({ type: texts, details: texts })),
  database: technologies,
  languages: technologies,
  frameworks: technologies,
  cicd: technologies,
  environments: asStored(
    z.looseObject(Object.fromEntries(ENVIRONMENTS.map((name) => [name, flag]))),
  ),
  infrastructure: technologies,
  publishing: technologies,
}
export const SECTIONS = {
  user: listOf(USER),
  details: listOf(DETAILS),
  developed: texts,
  source_control: listOf({ type: text, links: listOf({ description: text, url: text }) }),
  architecture: asStored(z.looseObject(ARCHITECTURE)),
  stage: text,
  supporting_tools: asStored(
    z.looseObject({
      code_editors: technologies,
      ui_tools: technologies,
      diagram_tools: technologies,
      project_tracking_tools: text,
      documentation_tools: technologies,
      communication_tools: technologies,
      collaboration_tools: technologies,
      incident_management: text,
    }),
  ),
}

/** A record of the registry as it is stored; only looked at, never reshaped. */
export type StoredProject = JsonRecord

declare const shown: unique symbol
/** A project as clients see it, which cannot hold its owner: only `publicProject` makes one. */
export type Project = StoredProject & { readonly [shown]: true }

/** A project as it is answered: what is stored is what was sent, whatever its sections are. */
export const Project = z.looseObject(SECTIONS).meta({
  id: 'Project',
  description:
    'Kept and returned as sent, unknown fields included. ' +
    'A section that was skipped may be "", [] or {}.',
})

/** Of stored records, which never change: what is worked out of one is kept with it. */
const known = new WeakMap<StoredProject, Project>()

/** The project without the hidden owner: what a client may see, and all it may set. */
export function publicProject(record: StoredProject): Project {
  const before = known.get(record)
  if (before) return before
  const { owner: _owner, ...visible } = record
  const project = visible as Project
  if (Object.isFrozen(record)) known.set(record, Object.freeze(project))
  return project
}
