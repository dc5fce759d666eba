import { expect } from '@jest/globals'
import { drift, type Found } from './drift.ts'
import { at, list } from './json.ts'
import { areAlike } from './names.ts'
import { expectSame, type View } from './view.ts'

const UNKNOWN = 'unknown-repository'
/** Only lists of this kind contain it. */
const NOT_REVIEWED = 'not-reviewed'
const KINDS = [
  'on-hold-in-use',
  'not-on-radar',
  'unused-on-radar',
  'undeclared-language',
  UNKNOWN,
  NOT_REVIEWED,
]
const LOOK_ALIKE = 'look-alike-names'
/** Without a scan nothing is known about them. */
const SCANNED = new Set(['undeclared-language', UNKNOWN])

interface Finding {
  kind: string
  technology: string | null
  evidence: string
  subject: { name: string }
  link: string
  projectTotal: number
  repositoryTotal: number | null
}

/** Compares the findings, their numbers, and the totals that lead to them. */
export async function compareDrift(view: View, reviewedSince: number): Promise<void> {
  const { stored, counted, projects, read, rows, isSignedIn, directorate } = view
  const hasScan = list(at(stored.repositories, 'repositories')).length > 0
  // A link that fits no public repository would reveal a private one.
  const [hidden, expected] = partition(
    drift(stored, counted, { reviewedSince }).filter(({ kind }) => isSignedIn || kind !== UNKNOWN),
    (one) => !isSignedIn && one.isHidden === true,
  )
  const totalsIn = (found: readonly Found[]) =>
    Object.fromEntries(
      KINDS.map((kind) => {
        const hidden = (kind === UNKNOWN && !isSignedIn) || (SCANNED.has(kind) && !hasScan)
        return [kind, hidden ? null : found.filter((one) => one.kind === kind).length]
      }),
    )
  const { totals, total, ...body } = await read<{
    totals: Record<string, number>
    total: number
    hidden: number
  }>('/api/drift')
  expect(body.hidden).toBe(hidden.length)
  const { [LOOK_ALIKE]: alike = 0, ...others } = totals
  expect(others).toEqual(totalsIn(expected))
  const listed = await rows<Finding>('/api/drift')
  const unlisted = await rows<Finding>(`/api/drift?kind=${NOT_REVIEWED}`)
  const findings = [...listed, ...unlisted]
  expect([listed.length, findings.length]).toEqual([total, expected.length + alike])
  expect(listed.filter(({ kind }) => kind === NOT_REVIEWED)).toEqual([])
  for (const { kind, link } of findings) {
    const { searchParams } = new URL(link, 'http://localhost')
    expect([kind, searchParams.get('directorate')]).toEqual([kind, directorate])
  }
  const numbers = new Map(counted.technologies.map((one, i) => [one, i]))
  const line = ({ kind, technology, subject, projects: own, repositories }: Found) =>
    [kind, technology && numbers.get(technology), subject, own.length, repositories].join(' | ')
  expectSame(
    findings.filter(({ kind }) => kind !== LOOK_ALIKE).map((one) => line(foundIn(one, view))),
    expected.map(line),
  )
  for (const programme of new Set(projects.slice(0, 3).map((one) => one.programme))) {
    if (programme === '') continue
    const isOwn = (project: number) => projects[project]?.programme === programme
    const own = expected.flatMap((one) => concerning(one, isOwn, view))
    const query = `/api/drift?programme=${encodeURIComponent(programme)}`
    expectSame(
      (await rows<Finding>(query))
        .filter(({ kind }) => kind !== LOOK_ALIKE)
        .map((one) => line(foundIn(one, view))),
      own.filter(({ kind }) => kind !== NOT_REVIEWED).map(line),
    )
    const { totals: ofKinds } = await read<{ totals: object }>(`${query}&limit=1`)
    expect(ofKinds).toMatchObject({ ...totalsIn(own), 'unused-on-radar': null })
  }
  await compareLookAlikes(view, findings)
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))]
}

/** A finding as some projects have it; none when it does not concern them. */
export function concerning(
  found: Found,
  isOwn: (project: number) => boolean,
  { counted, projects }: View,
): Found[] {
  const { kind, technology } = found
  if (!technology || kind === 'undeclared-language')
    return found.projects.every(isOwn) ? [found] : []
  const linked = new Set(projects.flatMap((_, i) => (isOwn(i) ? counted.linkedBy(i) : [])))
  const users = counted.usersOf(technology)
  const own = {
    projects: users.projects.filter(isOwn),
    repositories: users.repositories.filter((i) => linked.has(i)),
  }
  const isConcerned =
    own.projects.length > 0 || (kind !== 'not-on-radar' && own.repositories.length > 0)
  if (!isConcerned) return []
  const { repositories } = found
  return [
    {
      ...found,
      projects: own.projects,
      ...(repositories !== undefined && { repositories: own.repositories.length }),
    },
  ]
}

/** A row as the recount expects it. */
function foundIn({ kind, technology, subject, ...row }: Finding, { counted }: View): Found {
  const hasSubject = ['undeclared-language', UNKNOWN, NOT_REVIEWED].includes(kind)
  return {
    kind,
    technology: technology === null ? undefined : counted.of(technology),
    ...(hasSubject && { subject: subject.name }),
    projects: Array<number>(row.projectTotal).fill(0),
    ...(row.repositoryTotal !== null && { repositories: row.repositoryTotal }),
  }
}

/** Names are called alike exactly when two of those that several projects use are. */
async function compareLookAlikes({ counted, rows }: View, findings: readonly Finding[]) {
  const names = (await rows<{ name: string }>('/api/technologies'))
    .map(({ name }) => name)
    .filter((name) => counted.of(name)!.projects.size >= 2)
  const alikeIn = (one: Finding) => names.filter((name) => one.evidence.includes(`${name} (`))
  const found = findings.filter(({ kind }) => kind === LOOK_ALIKE)
  for (const one of found)
    expect(alikeIn(one).some((a) => alikeIn(one).some((b) => areAlike(a, b)))).toBe(true)
  const missing = names.flatMap((a) =>
    names
      .filter((b) => areAlike(a, b) && !found.some((one) => alikeIn(one).includes(a)))
      .map((b) => `${a} and ${b}`),
  )
  expect(missing).toEqual([])
}
