import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { dataService } from './data-service.ts'
import { STORED } from './technology-service.ts'

/** NOW is 1 June 2026: months in which all documents were stored. */
const landscapeMonths = ['2026-03', '2026-06'].map((month) => {
  const totals = { projects: 3, onHoldInUse: 9, notOnRadar: 1, missing: 2, drift: 12 }
  return {
    month,
    day: `${month}-01`,
    totals: { ...totals, repositories: 2 },
    technologies: { angular: [2, null, 'hold'] },
  }
})
const { projects: _projects, ...withoutProjects } = { ...STORED, landscapeMonths }
const { radar: _radar, ...withoutRadar } = { ...STORED, landscapeMonths }

const projectless = await dataService(withoutProjects)

describe('a landscape without projects', () => {
  const { app } = projectless
  const textOf = async (path: string) => (await request(app).get(path).expect(200)).text

  it.each(['/technologies', '/technologies/angular', '/projects', '/completeness', '/trends'])(
    'has a note on %s, and compares no number with an earlier month',
    async (path) => {
      const page = await textOf(path)
      expect(page).toContain('No projects are stored.')
      expect(page).not.toMatch(/than in Mar 2026|the same as in Mar 2026/)
    },
  )

  it('compares no number of the landing page', async () => {
    const { months } = (await request(app).get('/api/landing')).body.numbers
    const counts = months.flatMap((one: Record<string, number | null>) =>
      ['onHoldInUse', 'notOnRadar', 'projects'].map((name) => one[name]),
    )
    expect(new Set(counts)).toEqual(new Set([null]))
  })

  it.each([
    '',
    'kind=on-hold-in-use',
    'kind=not-on-radar',
    'kind=undeclared-language',
    'kind=unknown-repository',
    'kind=look-alike-names',
  ])('has no finding that only projects would prove: /drift?%s', async (query) => {
    const page = await textOf(`/drift?${query}`)
    expect(page).toContain('<h1>No projects are stored</h1>')
    expect(page).not.toContain('than in Mar 2026')
  })
})

const radarless = await dataService(withoutRadar)

describe('a landscape without a radar', () => {
  const { app } = radarless

  it('compares no finding with a month that had one', async () => {
    const { text } = await request(app).get('/drift')
    expect(text).toContain('<h1>The radar has no entries</h1>')
    expect(text).not.toContain('than in Mar 2026')
  })
})

describe('a month without projects', () => {
  it('is not compared with the present', async () => {
    const totals = { projects: 0, onHoldInUse: 0, notOnRadar: 0, missing: 0, repositories: 1 }
    const [month, present] = landscapeMonths
    const { app } = await dataService({
      ...STORED,
      landscapeMonths: [{ ...month, totals }, present],
    })
    for (const path of ['/drift', '/projects', '/trends']) {
      const { text } = await request(app).get(path).expect(200)
      expect(text).not.toContain('more than in Mar 2026')
    }
  })
})
