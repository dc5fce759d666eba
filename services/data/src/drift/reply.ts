import { z } from 'zod'
import type { UserFilter } from '../join/narrowed.ts'

/** Kinds of findings. */
export const KINDS = [
  'on-hold-in-use',
  'not-on-radar',
  'unused-on-radar',
  'undeclared-language',
  'unknown-repository',
  'look-alike-names',
  'not-reviewed',
] as const
export type Kind = (typeof KINDS)[number]
/**
 * The kind that anonymous callers do not get: a link without a finding that fits no public repository would show them
 * that a private one exists.
 */
export const SIGNED_IN_KIND = 'unknown-repository' satisfies Kind
/** The kind that only its own list contains: one habit of many entries would hide the other findings. */
const OWN_LIST_KIND = 'not-reviewed' satisfies Kind

/** The kinds of a list without `kind`. A project cannot change how others write a name. */
export function listedKinds({ project }: UserFilter): readonly Kind[] {
  return KINDS.filter(
    (kind) => kind !== OWN_LIST_KIND && (project === undefined || kind !== 'look-alike-names'),
  )
}

/** The kinds that only a scan of repositories shows. */
export const SCANNED_KINDS: ReadonlySet<Kind> = new Set(['undeclared-language', SIGNED_IN_KIND])
/** It concerns no project, so it is counted for all projects only. */
export const UNUSED_KIND = 'unused-on-radar' satisfies Kind

/** The rule of each kind, for the API description and the page. */
export const RULES: Readonly<Record<Kind, string>> = {
  'on-hold-in-use':
    'in a ring that advises against it, and in use: named by a project that is not retired, or contained in a ' +
    'repository that is not archived',
  'not-on-radar': 'named by at least two projects that are not retired, and not on the radar',
  'unused-on-radar':
    'in a ring with the role adopt or trial, and named by no project that is not retired; for a language, also contained ' +
    'in no repository that is not archived',
  'undeclared-language':
    'a language that makes up at least 10 % of a repository to which a project links, but that ' +
    'the project does not name',
  'unknown-repository':
    'a link of a project to a host and an owner of scanned repositories, private ones included, that fits none ' +
    'of them; for signed-in callers only',
  'look-alike-names':
    'names that look alike, that at least two projects write each, and that are not known to be the same; with `project` ' +
    'listed with this `kind` only',
  'not-reviewed':
    'an entry that was neither moved, reviewed nor changed for 12 months, or the months of the operator, except those in ' +
    'ignore; a position that repeats the ring is a review; listed with this `kind` only',
}

/** One difference between what the organisation decided and what it uses. */
export const Finding = z
  .object({
    kind: z.enum(KINDS),
    technology: z
      .string()
      .nullable()
      .meta({ description: 'its name; null for `unknown-repository`' }),
    ring: z
      .string()
      .nullable()
      .meta({ description: 'id of the present ring of the technology; null without one' }),
    subject: z
      .object({
        type: z.enum(['technology', 'project', 'repository', 'entry']),
        name: z.string(),
      })
      .meta({ description: 'the technology, project, repository or entry concerned' }),
    evidence: z.string().meta({ description: 'one sentence' }),
    count: z.number().meta({
      description:
        'size of the finding: projects and repositories, months, or percent of a repository, by `kind`',
    }),
    projects: z.array(z.string()).meta({
      description: 'names of the projects concerned, up to 100 and 2,000 characters in all',
    }),
    slugs: z.array(z.string()).meta({ description: 'of these projects, in their order' }),
    projectTotal: z.int().meta({ description: 'number of the projects concerned' }),
    programmes: z
      .array(z.string())
      .meta({ description: 'of these projects, up to the same bounds' }),
    repositoryTotal: z
      .int()
      .nullable()
      .meta({
        description:
          'repositories that contain a technology in `on-hold-in-use` and are not archived; null for ' +
          'other kinds, and for a technology that is not a language',
      }),
    link: z.string().meta({ description: 'path of the page of the technology, or of the project' }),
  })
  .meta({ id: 'DriftFinding' })
export type Finding = z.infer<typeof Finding>

/** Number of findings by kind. */
export const DriftTotals = z.object({
  'on-hold-in-use': z.int(),
  'not-on-radar': z.int(),
  'unused-on-radar': z.int().nullable(),
  'undeclared-language': z.int().nullable(),
  'unknown-repository': z.int().nullable(),
  'look-alike-names': z.int(),
  'not-reviewed': z.int(),
} satisfies Record<Kind, z.ZodType>)
export type DriftTotals = z.infer<typeof DriftTotals>

/** A page of findings. */
export const DriftReply = z.object({
  totals: DriftTotals.meta({
    description:
      'by kind, with the other filters; null for a kind that the caller does not get, that needs a scan of ' +
      'repositories while none is stored, and for `unused-on-radar` with `programme` or `project`',
  }),
  total: z.int().meta({
    description:
      'total number of matching findings; without `kind` none of `not-reviewed`, and with `project` none of `look-alike-names`',
  }),
  hidden: z.int().meta({
    description:
      'findings about repositories that are not public, which no other number counts; 0 for signed-in callers',
  }),
  omitted: z.int().meta({
    description:
      'groups of look-alike names beyond the first 500, which the other numbers do not count; ' +
      '`technology` shows those of one technology',
  }),
  notCompared: z.int().meta({
    description: 'names beyond the 2,000 most used: no look-alikes of them are found',
  }),
  findings: z.array(Finding),
  planTotal: z.int().meta({ description: 'planned moves, which no other number counts' }),
  plans: z
    .array(
      z.object({
        technology: z.string(),
        ring: z.string().nullable().meta({ description: 'id of the ring until that day' }),
        to: z.string().meta({ description: 'id of the ring from that day on' }),
        date: z.iso.date(),
        description: z.string(),
        projects: z.int().meta({ description: 'projects of the filter that name the technology' }),
        link: z.string().meta({ description: 'path of its page' }),
      }),
    )
    .meta({ description: 'at most 100, the next first' }),
})
export type DriftReply = z.infer<typeof DriftReply>

/** The filter of a list of findings; strings are compared ignoring case. */
export interface DriftFilter extends Omit<UserFilter, 'projects'> {
  kind?: Kind | undefined
  /** Slug or name of a technology. */
  technology?: string | undefined
}

/** Whether the numbers count the use by some projects. */
export function isNarrowed({ programme, project, projects }: UserFilter): boolean {
  return (programme ?? project ?? projects) !== undefined
}
