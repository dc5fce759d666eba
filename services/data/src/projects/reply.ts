import { z } from 'zod'
import { Finding } from '../drift/reply.ts'
import { Planned } from '../timeline/reply.ts'
import { SECTIONS } from '../join/section-names.ts'

/** Rules that projects fail, each as a sentence about one; to a retired project only `no-description` applies. */
export const MISSING_RULES = {
  'no-contact': 'names no contact with an e-mail address',
  'no-stage': 'has no stage',
  'no-description': 'has no description',
  'no-language': 'names no language',
  'no-hosting': 'names no hosting',
  'no-repository': 'names no repository',
  'unknown-repository': 'links to a repository that the scan does not contain',
  'unknown-dependency': 'depends on a name that no project has',
} as const
export type MissingRule = keyof typeof MISSING_RULES
export const MISSING = Object.keys(MISSING_RULES) as [MissingRule, ...MissingRule[]]

/** Maximum number of elements of each list of one project. */
export const MAX_LISTED = 100
/** Maximum number of languages of a repository. */
export const MAX_LANGUAGES = 10

const described = <T extends z.ZodType>(schema: T, description: string) =>
  schema.meta({ description })
const NullableString = z.string().nullable()

const Totals = z.object({
  technologies: z.int(),
  onHold: described(
    z.int(),
    'technologies in rings that advise against them, by the directorate of the request',
  ),
  repositories: described(
    z.int().nullable(),
    'scanned ones to which it links; null while none is stored, and for anonymous callers unless all are public',
  ),
  dependsOn: z.int(),
  dependents: described(z.int(), 'projects that depend on it'),
})

/** A project as a row of a list. */
export const ProjectRow = z
  .object({
    name: z.string(),
    slug: described(z.string(), 'changes when an earlier project with an equal slug is deleted'),
    programme: z.string(),
    stage: z.string(),
    totals: Totals,
    lastCommit: described(
      NullableString,
      'the newest of its repositories; null when not known, and as `totals.repositories`',
    ),
    missing: described(
      z.array(z.enum(MISSING)),
      'rules that it fails; only signed-in callers get `unknown-repository`',
    ),
    link: described(z.string(), 'path of its page'),
  })
  .meta({ id: 'LandscapeProjectRow' })
export type ProjectRow = z.infer<typeof ProjectRow>

/** A page of projects. */
export const ProjectsReply = z.object({
  total: described(z.int(), 'total number of matching projects'),
  projects: z.array(ProjectRow),
})
export type ProjectsReply = z.infer<typeof ProjectsReply>

const Technology = z.object({
  name: z.string(),
  slug: z.string(),
  section: z.enum(SECTIONS),
  use: described(z.enum(['main', 'others']).nullable(), 'null in `hosting` and `source-control`'),
  ring: described(NullableString, 'id of the ring; null without one'),
  since: z.iso.date().nullable(),
  planned: Planned.nullable(),
})
const Repository = z.object({
  name: z.string(),
  url: z.string(),
  lastCommit: NullableString,
  archived: z.boolean(),
  languages: described(
    z.array(z.object({ name: z.string(), share: z.number().nullable() })),
    `up to ${MAX_LANGUAGES}, in descending order of the share`,
  ),
})
const Dependency = z.object({
  name: z.string(),
  slug: described(NullableString, 'of the first project of this name; null when none has it'),
  description: z.string(),
})
const Contacts = z.object({ technical: z.string(), deliveryManager: z.string() })

/** One project with everything that it names and that names it. */
export const ProjectDetails = ProjectRow.extend({
  description: z.string(),
  programme: z.object({ name: z.string(), shortName: z.string() }),
  contacts: described(Contacts, 'as `/api/csv` shows them to the caller'),
  technologies: described(z.array(Technology), 'each once for each section'),
  repositories: z.array(Repository),
  dependsOn: z.array(Dependency),
  dependents: z.array(z.object({ name: z.string(), slug: z.string() })),
  findings: described(
    z.array(Finding.pick({ kind: true, technology: true, evidence: true, link: true })),
    'findings of `/api/drift?project=`',
  ),
  totals: described(
    Totals.extend({ findings: z.int() }),
    `of the lists, which have up to ${MAX_LISTED} technologies or elements each`,
  ),
  leftOut: described(
    z.object({ names: z.int(), links: z.int(), dependencies: z.int() }),
    'numbers of names of technologies, of links and of dependencies that exceed a bound and are not part of the landscape',
  ),
}).meta({ id: 'LandscapeProject' })
export type ProjectDetails = z.infer<typeof ProjectDetails>

const Programme = z.object({
  name: z.string(),
  projects: z.int(),
  complete: z.int(),
  share: described(z.number(), 'percentage of complete projects'),
})

/** Numbers of incomplete projects by rule and by programme, and a page of them. */
export const CompletenessReply = ProjectsReply.extend({
  counted: described(z.int(), 'number of projects that match all filters except `rule`'),
  complete: described(z.int(), 'of these, those that fail no rule'),
  totals: described(
    z.object(
      Object.fromEntries(MISSING.map((rule) => [rule, z.int().nullable()])) as Record<
        MissingRule,
        z.ZodNullable<z.ZodInt>
      >,
    ),
    'projects that fail each rule; null for `unknown-repository` while no repository is stored, and for ' +
      'anonymous callers',
  ),
  programmes: described(z.array(Programme), 'the most incomplete projects first'),
})
export type CompletenessReply = z.infer<typeof CompletenessReply>

/** The filter of a list of projects; strings are compared ignoring case. */
export interface ProjectFilter {
  /** Part of a name, a short name or a description. */
  q?: string | undefined
  programme?: string | undefined
  stage?: string | undefined
  /** Slug or name of a technology. */
  technology?: string | undefined
  /** Slug or name of a project on which it depends. */
  dependency?: string | undefined
  rule?: MissingRule | undefined
  retired?: boolean | undefined
}
