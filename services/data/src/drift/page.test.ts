import { describe, expect, it } from '@jest/globals'
import { driftPage } from './page.ts'

const FRAME = {
  hasEntries: true,
  hasProjects: true,
  hasScan: true,
  directorate: { id: 0, name: 'Default' },
  directorates: [],
  rings: [],
  against: 'HOLD or IGNORE',
  recommended: 'ADOPT or TRIAL',
  quadrants: [],
  programmes: [],
  repositories: { total: 1, visible: 1, asOf: null },
  isSignedIn: false,
  mayReview: false,
}
const TOTALS = {
  'on-hold-in-use': 1,
  'not-on-radar': 0,
  'unused-on-radar': 0,
  'undeclared-language': 0,
  'unknown-repository': null,
  'look-alike-names': 0,
  'not-reviewed': 0,
}

/** The page of one finding of these projects. */
function pageOf(projects: string[], projectTotal = projects.length): string {
  const finding = {
    kind: 'on-hold-in-use' as const,
    technology: 'Angular',
    ring: 'hold',
    subject: { type: 'technology' as const, name: 'Angular' },
    evidence: 'Angular is on hold',
    count: projectTotal,
    projects,
    slugs: projects.map((_, i) => `project-${i}`),
    projectTotal,
    programmes: [],
    repositoryTotal: 0,
    link: '/technologies/angular',
  }
  const reply = {
    totals: TOTALS,
    total: 1,
    hidden: 0,
    omitted: 0,
    notCompared: 0,
    findings: [finding],
    planTotal: 0,
    plans: [],
  }
  const paging = { isFirst: true, next: undefined }
  return driftPage(reply, { filter: {}, sort: 'kind', paging, months: [] }, FRAME)
}

describe('driftPage', () => {
  it('names ten projects of a finding and links to the list of all', () => {
    const page = pageOf(
      Array.from({ length: 100 }, (_, i) => `Project ${i}`),
      2_345,
    )
    expect(page).toContain('2,345 projects')
    expect(page.match(/>Project \d+/g)).toHaveLength(10)
    expect(page).toContain(
      '<a href="/projects?technology=Angular&#38;retired=false&#38;directorate=0">Show all 2,345</a>',
    )
  })

  it('names all of a few projects', () => {
    const page = pageOf(['Berths', 'Tides'])
    expect(page).toContain('Berths')
    expect(page).not.toContain('Show all')
  })
})
