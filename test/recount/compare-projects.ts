import { expect } from '@jest/globals'
import { drift } from './drift.ts'
import { at, list, string } from './json.ts'
import { findRepository, linksOf } from './links.ts'
import { expectSame, type View } from './view.ts'

const RETIRED = new Set(['retired', 'decommissioned', 'closed', 'archived'])
const RULES = [
  'no-contact',
  'no-stage',
  'no-description',
  'no-language',
  'no-hosting',
  'no-repository',
  'unknown-repository',
  'unknown-dependency',
]

interface Row {
  slug: string
  programme: string
  stage: string
  totals: Record<string, number | null>
  lastCommit: string | null
  missing: string[]
}
/** A project with the rules that it fails. */
export interface Failed {
  programme: string
  missing: string[]
}
interface Details extends Omit<Row, 'programme'> {
  technologies: { name: string; section: string; use: string | null; ring: string | null }[]
  repositories: { name: string }[]
  dependsOn: { name: string; slug: string | null }[]
  dependents: { slug: string }[]
}

/**
 * Compares each project with the documents: its numbers, the rows behind them, and the rules that it fails. Returns
 * these rules for each project.
 */
export async function compareProjects(view: View, reviewedSince: number): Promise<Failed[]> {
  const { stored, counted, read, rows } = view
  const projects = list(at(stored.projects, 'projects'))
  const names = projects.map((one) => string(at(one, 'details', 0, 'name')))
  const slugs = names.map((name, i) => {
    const number = names.slice(0, i + 1).filter((other) => other === name).length
    const slug = name.toLowerCase().replaceAll(/[^a-z\d]+/g, '-')
    return number === 1 ? slug : `${slug}-${number}`
  })
  const found = drift(stored, counted, { reviewedSince })
  const listed = await rows<Row>('/api/projects')
  expectSame(
    listed.map(({ slug }) => slug),
    slugs,
  )
  const failed: Failed[] = []
  for (const [i, slug] of slugs.entries()) {
    const row = listed.find((one) => one.slug === slug)!
    const isPartial = !isEachKnown(view, projects[i])
    expect([slug, row.lastCommit]).toEqual([
      slug,
      isPartial ? null : newestCommit(view, projects[i]),
    ])
    const { totals, ...one } = await read<Details>(`/api/projects/${slug}`)
    const { findings, ...numbers } = totals
    expect([slug, row.totals, row.missing]).toEqual([slug, numbers, one.missing])
    const named = counted.technologies.filter((technology) => technology.projects.has(i))
    const uses = named.flatMap(({ projects: by, entries: [entry] }) =>
      [...(by.get(i) ?? [])].map(([section, isMain]) => {
        const use = ['hosting', 'source-control'].includes(section)
          ? null
          : isMain
            ? 'main'
            : 'others'
        return [section, use, entry?.ring].join(' ')
      }),
    )
    expectSame(
      one.technologies.map(({ section, use, ring }) => [section, use, ring].join(' ')),
      uses,
    )
    const dependencies = namesOf(projects[i])
    // Of projects with one name, others mean the first.
    const isMeant = names.indexOf(names[i]!) === i
    const users = names.flatMap((_, n) =>
      isMeant && namesOf(projects[n]).includes(names[i]!) ? [slugs[n]!] : [],
    )
    expectSame(
      one.dependents.map((dependent) => dependent.slug),
      users,
    )
    expect(one.dependsOn.map((dependency) => dependency.slug)).toEqual(
      dependencies.map((name) => slugs[names.indexOf(name)] ?? null),
    )
    const repositories = repositoriesOf(view, projects[i])
    expectSame(
      one.repositories.map(({ name }) => name),
      repositories,
    )
    expect([slug, numbers]).toEqual([
      slug,
      {
        technologies: named.length,
        onHold: named.filter(({ entries: [entry] }) => entry?.role === 'hold').length,
        repositories: isPartial ? null : repositories.length,
        dependsOn: dependencies.length,
        dependents: users.length,
      },
    ])
    const { total } = await read<{ total: number }>(`/api/drift?limit=1&project=${slug}`)
    const concerned = found.filter(
      (one) =>
        one.projects.includes(i) &&
        one.kind !== 'not-reviewed' &&
        (view.isSignedIn || (one.kind !== 'unknown-repository' && !one.isHidden)),
    )
    expect([slug, findings]).toEqual([slug, total])
    expect([slug, total]).toEqual([slug, concerned.length])
    const isUnknown = concerned.some(({ kind }) => kind === 'unknown-repository')
    const missing = missingIn(projects[i], {
      isUnknown,
      hasLanguage: uses.some((use) => use.startsWith('languages')),
      isKnown: (name) => names.includes(name),
    })
    expect([slug, one.missing]).toEqual([slug, missing])
    failed.push({ programme: row.programme, missing })
  }
  await compareCompleteness(view, failed)
  return failed
}

async function compareCompleteness(
  { stored, read, isSignedIn }: View,
  failed: readonly Failed[],
): Promise<void> {
  const { totals, programmes, ...body } = await read<{
    totals: Record<string, number | null>
    programmes: { name: string; projects: number; complete: number }[]
  }>('/api/completeness?limit=1')
  const complete = failed.filter(({ missing }) => missing.length === 0)
  expect(body).toMatchObject({
    counted: failed.length,
    complete: complete.length,
    total: failed.length - complete.length,
  })
  const isScanned = isSignedIn && list(at(stored.repositories, 'repositories')).length > 0
  for (const rule of RULES) {
    const count = failed.filter(({ missing }) => missing.includes(rule)).length
    const isHidden = rule === 'unknown-repository' && !isScanned
    expect([rule, totals[rule]]).toEqual([rule, isHidden ? null : count])
  }
  for (const { name, ...one } of programmes) {
    const own = failed.filter(({ programme }) => (programme || '(no programme)') === name)
    const whole = own.filter(({ missing }) => missing.length === 0)
    expect([name, one]).toEqual([
      name,
      {
        projects: own.length,
        complete: whole.length,
        share: Number(((100 * whole.length) / own.length).toFixed(1)),
      },
    ])
  }
  expect(programmes.reduce((sum, one) => sum + one.projects, 0)).toBe(failed.length)
}

function namesOf(project: unknown): string[] {
  const dependencies = list(at(project, 'details', 0, 'project_dependencies'))
  return dependencies.map((one) => string(at(one, 'name'))).filter((name) => name !== '')
}

/** Whether the reader sees each repository to which a project links; never without a scan. */
export function isEachKnown({ stored, isSignedIn }: View, project: unknown): boolean {
  const repositories = list(at(stored.repositories, 'repositories'))
  const found = linksOf(project).map((link) => findRepository(repositories, link))
  const isOpen = ({ number, isScanned }: (typeof found)[number]) =>
    number === undefined ? !isScanned : at(repositories[number], 'visibility') === 'PUBLIC'
  return repositories.length > 0 && (isSignedIn || found.every(isOpen))
}

/** The newest commit in the repositories to which a project links. */
function newestCommit({ stored }: View, project: unknown): string | null {
  const repositories = list(at(stored.repositories, 'repositories'))
  const commits = linksOf(project)
    .flatMap((link) => findRepository(repositories, link).number ?? [])
    .map((number) => string(at(repositories[number], 'last_commit')))
    .filter(Boolean)
  return commits.toSorted((a, b) => Date.parse(b) - Date.parse(a))[0] ?? null
}

/** Names of the repositories to which a project links, each once. */
function repositoriesOf({ stored, isSignedIn }: View, project: unknown): string[] {
  const repositories = list(at(stored.repositories, 'repositories'))
  const numbers = linksOf(project).flatMap(
    (link) => findRepository(repositories, link).number ?? [],
  )
  return [...new Set(numbers)]
    .map((number) => repositories[number])
    .filter((one) => isSignedIn || at(one, 'visibility') === 'PUBLIC')
    .map((one) => string(at(one, 'name')))
}

function missingIn(
  project: unknown,
  facts: { isUnknown: boolean; hasLanguage: boolean; isKnown: (name: string) => boolean },
): string[] {
  const details = at(project, 'details', 0)
  const hosting = at(project, 'architecture', 'hosting')
  const strings = [at(hosting, 'type'), at(hosting, 'details')].flatMap((value) =>
    typeof value === 'string' ? [value] : list(value),
  )
  const fails: Record<string, boolean> = {
    'no-contact': !list(at(project, 'user')).some((one) => string(at(one, 'email')) !== ''),
    'no-stage': string(at(project, 'stage')) === '',
    'no-description': string(at(details, 'project_description')) === '',
    'no-language': !facts.hasLanguage,
    'no-hosting': !strings.some((one) => string(one) !== ''),
    'no-repository': linksOf(project).length === 0,
    'unknown-repository': facts.isUnknown,
    'unknown-dependency': !namesOf(project).every(facts.isKnown),
  }
  const isRetired = RETIRED.has(string(at(project, 'stage')).toLowerCase())
  return RULES.filter((rule) => fails[rule] && (!isRetired || rule === 'no-description'))
}
