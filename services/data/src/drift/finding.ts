import type { Finding, Kind } from './reply.ts'
import type { Project, Technology } from '../join/landscape.ts'

export const LOOK_ALIKE = 'look-alike-names' satisfies Kind
/** A finding with the projects concerned, of which a response names some. */
export interface FoundDrift extends Omit<
  Finding,
  'projects' | 'slugs' | 'projectTotal' | 'programmes'
> {
  concerned: readonly Project[]
  /** The proof by a public repository, for anonymous callers; null when there is none. */
  forAnonymous?: Pick<Finding, 'evidence' | 'count'> | null
}

interface Details {
  evidence: string
  forAnonymous?: FoundDrift['forAnonymous']
  projects: readonly Project[]
  repositoryTotal?: number | null
  count: number
  subject?: FoundDrift['subject']
}

/** A finding about a technology. */
export function finding(
  kind: Kind,
  technology: Technology,
  { evidence, forAnonymous, projects, repositoryTotal = null, count, subject }: Details,
): FoundDrift {
  return {
    kind,
    technology: technology.name,
    ring: technology.entries[0]?.ring?.id ?? null,
    subject: subject ?? { type: 'technology', name: technology.name },
    evidence,
    ...(forAnonymous !== undefined && { forAnonymous }),
    count,
    concerned: projects,
    repositoryTotal,
    link: technology.link,
  }
}

/** A finding repeats names that are stored once. */
const MAX_NAMES = 100
const MAX_NAMES_LENGTH = 2_000

/** A finding as anonymous callers see it; undefined when they do not. */
export function publicFinding(finding: FoundDrift): FoundDrift | undefined {
  const { forAnonymous = {} } = finding
  return forAnonymous === null ? undefined : { ...finding, ...forAnonymous }
}

/** A finding as responses show it. */
export function findingRow(finding: FoundDrift): Finding {
  const { concerned, repositoryTotal, link, forAnonymous: _other, ...found } = finding
  const projects = bounded(concerned.map(({ name }) => name))
  const programmes = new Set(concerned.map(({ programme }) => programme).filter(Boolean))
  return {
    ...found,
    projects,
    slugs: concerned.slice(0, projects.length).map(({ slug }) => slug),
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
