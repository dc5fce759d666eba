import { z } from 'zod'
import { Finding } from './drift-replies.ts'
import { SECTIONS } from './technology-replies.ts'

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

/** The programme of projects that name none, in lists by programme. */
export const NO_PROGRAMME = '(no programme)'

/** Maximum number of elements of each list of one project. */
export const MAX_LISTED = 100
/** Maximum number of languages of a repository. */
export const MAX_LANGUAGES = 10

const Slug = z.string().meta({
  description:
    'of the name; equal slugs are numbered in stored order, so that a number changes when an earlier project is deleted',
})
const Link = z.string().meta({ description: 'path of its page' })
const Missing = z.array(z.enum(MISSING)).meta({
  description: 'rules that it fails; signed-in callers only get `unknown-repository`',
})
const LastCommit = z
  .string()
  .nullable()
  .meta({ description: 'the newest of its repositories, as stored; null when none is known' })
const RepositoryTotal = z
  .int()
  .nullable()
  .meta({
    description:
      'scanned repositories to which it links, public ones only for anonymous callers; null while no repository is ' +
      'stored',
  })

/** A project as a row of a list. */
export const ProjectRow = z
  .object({
    name: z.string(),
    slug: Slug,
    programme: z.string(),
    stage: z.string(),
    technologies: z.int(),
    onHold: z.int().meta({ description: 'of its technologies, by the directorate of the request' }),
    repositories: RepositoryTotal,
    lastCommit: LastCommit,
    dependents: z.int().meta({ description: 'projects that depend on it' }),
    missing: Missing,
    link: Link,
  })
  .meta({ id: 'LandscapeProjectRow' })
export type ProjectRow = z.infer<typeof ProjectRow>

/** A page of projects. */
export const ProjectsReply = z.object({
  total: z.int().meta({ description: 'projects that pass all filters, on all pages' }),
  projects: z.array(ProjectRow),
})
export type ProjectsReply = z.infer<typeof ProjectsReply>

/** One project with everything that it names and that names it. */
export const ProjectDetails = z
  .object({
    name: z.string(),
    slug: Slug,
    description: z.string(),
    programme: z.object({ name: z.string(), shortName: z.string() }),
    stage: z.string(),
    contacts: z
      .object({ technical: z.string(), deliveryManager: z.string() })
      .meta({ description: 'as `/api/csv` shows them to the caller' }),
    technologies: z
      .array(
        z.object({
          name: z.string(),
          slug: z.string(),
          section: z.enum(SECTIONS),
          use: z.enum(['main', 'others']).nullable().meta({
            description: 'null in `hosting` and `source-control`, which do not distinguish them',
          }),
          ring: z.string().nullable().meta({ description: 'id of the ring; null without one' }),
          since: z.iso.date().nullable(),
        }),
      )
      .meta({ description: `up to ${MAX_LISTED} technologies, each once for each section` }),
    repositories: z
      .array(
        z.object({
          name: z.string(),
          url: z.string(),
          lastCommit: z.string().nullable(),
          archived: z.boolean(),
          languages: z
            .array(z.object({ name: z.string(), share: z.number().nullable() }))
            .meta({ description: `up to ${MAX_LANGUAGES}, in descending order of the share` }),
        }),
      )
      .meta({ description: 'scanned ones to which it links; public ones for anonymous callers' }),
    dependsOn: z
      .array(
        z.object({
          name: z.string(),
          slug: z
            .string()
            .nullable()
            .meta({ description: 'the first project of this name; null when none has it' }),
          description: z.string(),
        }),
      )
      .meta({ description: 'as stored' }),
    dependents: z
      .array(z.object({ name: z.string(), slug: z.string() }))
      .meta({ description: 'projects that depend on its name, in stored order' }),
    findings: z
      .array(Finding.pick({ kind: true, technology: true, evidence: true, link: true }))
      .meta({ description: 'findings of `/api/drift?project=`' }),
    missing: Missing,
    totals: z
      .object({
        technologies: z.int().meta({ description: 'each once' }),
        onHold: z.int(),
        repositories: RepositoryTotal,
        dependsOn: z.int(),
        dependents: z.int(),
        findings: z.int(),
      })
      .meta({ description: `of the lists, which have up to ${MAX_LISTED} elements each` }),
    lastCommit: LastCommit,
    link: Link,
  })
  .meta({ id: 'LandscapeProject' })
export type ProjectDetails = z.infer<typeof ProjectDetails>

const Count = z.int().nullable()
const Totals = z.object(
  Object.fromEntries(MISSING.map((rule) => [rule, Count])) as Record<MissingRule, typeof Count>,
)

/** Numbers of incomplete projects by rule and by programme, and a page of them. */
export const CompletenessReply = z.object({
  counted: z.int().meta({ description: 'projects of the programme, or all' }),
  complete: z.int().meta({ description: 'of these, those that fail no rule' }),
  totals: Totals.meta({
    description:
      'projects that fail each rule; null for `unknown-repository` while no repository is stored, and for ' +
      'anonymous callers',
  }),
  programmes: z
    .array(
      z.object({
        name: z.string(),
        projects: z.int(),
        complete: z.int(),
        share: z.number().meta({ description: 'percentage of complete projects' }),
      }),
    )
    .meta({ description: 'the most incomplete projects first' }),
  total: z.int().meta({ description: 'incomplete projects that pass all filters, on all pages' }),
  projects: z.array(ProjectRow),
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
}
