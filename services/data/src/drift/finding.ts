import { z } from 'zod'
import type { Project, Technology } from '../join/landscape.ts'

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
export const LOOK_ALIKE = 'look-alike-names' satisfies Kind
/**
 * The kind that anonymous callers do not get: a link without a finding that fits no public repository would show them
 * that a private one exists.
 */
export const SIGNED_IN_KIND = 'unknown-repository' satisfies Kind

/** The rule of each kind, for the API description and the page. */
export const RULES: Readonly<Record<Kind, string>> = {
  'on-hold-in-use':
    'on hold or ignore, and in use: named by a project that is not retired, or contained in a ' +
    'repository that is not archived',
  'not-on-radar': 'named by at least two projects that are not retired, and not on the radar',
  'unused-on-radar':
    'in adopt or trial, and named by no project that is not retired; for a language, also contained ' +
    'in no repository that is not archived',
  'undeclared-language':
    'a language that makes up at least 10 % of a repository to which a project links, but that ' +
    'the project does not name',
  'unknown-repository':
    'a link of a project to a host and an owner of scanned repositories, private ones included, that fits none ' +
    'of them; for signed-in callers only',
  'look-alike-names':
    'names that look alike, that at least two projects write each, and that are not known to be the same',
  'not-reviewed':
    'an entry that was neither moved, reviewed nor changed for REVIEW_AFTER_MONTHS, except those in ' +
    'ignore; a position that repeats the ring is a review',
}

/** One difference between what the organisation decided and what it uses. */
export const Finding = z
  .object({
    kind: z.enum(KINDS),
    technology: z
      .string()
      .nullable()
      .meta({ description: 'its name; null for `unknown-repository`' }),
    subject: z
      .object({
        type: z.enum(['technology', 'project', 'repository', 'entry']),
        name: z.string(),
      })
      .meta({ description: 'the technology, project, repository or entry concerned' }),
    evidence: z.string().meta({ description: 'one sentence' }),
    count: z.number().meta({
      description:
        'its weight within the kind: projects and repositories, months, or percent of a ' +
        'repository',
    }),
    projects: z.array(z.string()).meta({
      description: 'names of the projects concerned, up to 100 and 2,000 characters in all',
    }),
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

/** A finding with the projects concerned, of which a response names some. */
export interface FoundDrift extends Omit<Finding, 'projects' | 'projectTotal' | 'programmes'> {
  concerned: readonly Project[]
  /** The evidence for anonymous callers, when the other names a private repository. */
  publicEvidence?: string
}

interface Details {
  evidence: string
  publicEvidence?: string
  projects: readonly Project[]
  repositoryTotal?: number | null
  count: number
  subject?: FoundDrift['subject']
}

/** A finding about a technology. */
export function finding(
  kind: Kind,
  technology: Technology,
  { evidence, publicEvidence, projects, repositoryTotal = null, count, subject }: Details,
): FoundDrift {
  return {
    kind,
    technology: technology.name,
    subject: subject ?? { type: 'technology', name: technology.name },
    evidence,
    ...(publicEvidence !== undefined && { publicEvidence }),
    count,
    concerned: projects,
    repositoryTotal,
    link: technology.link,
  }
}

/** A finding repeats names that are stored once. */
const MAX_NAMES = 100
const MAX_NAMES_LENGTH = 2_000

/** The evidence of a finding for signed-in or anonymous callers. */
export function evidenceFor(
  { evidence, publicEvidence }: Pick<FoundDrift, 'evidence' | 'publicEvidence'>,
  isSignedIn: boolean,
): string {
  return isSignedIn ? evidence : (publicEvidence ?? evidence)
}

/** A finding as responses show it to signed-in or anonymous callers. */
export function findingRow(finding: FoundDrift, isSignedIn: boolean): Finding {
  const { concerned, repositoryTotal, link, publicEvidence: _hidden, ...found } = finding
  const programmes = new Set(concerned.map(({ programme }) => programme).filter(Boolean))
  return {
    ...found,
    evidence: evidenceFor(finding, isSignedIn),
    projects: bounded(concerned.map(({ name }) => name)),
    projectTotal: concerned.length,
    programmes: bounded([...programmes]),
    repositoryTotal,
    link,
  }
}

/** The first names, up to 100 and 2,000 characters. */
function bounded(names: readonly string[]): string[] {
  let room = MAX_NAMES_LENGTH
  return names.slice(0, MAX_NAMES).filter((name) => (room -= name.length) >= 0)
}
