import { describe, expect, it } from '@jest/globals'
import { LandscapeMonth } from '@landscape/contracts/landscape-months'
import { z } from 'zod'
import { REFERENCE_DATE } from '../organisation/calendar.ts'
import { landscapeMonths } from './months.ts'
import { projectsOn, repositoriesOn } from './past.ts'
import { projects } from './projects.ts'
import { repositories } from '../organisation/repositories.ts'

const months = z.array(LandscapeMonth).parse(await landscapeMonths())

describe('landscapeMonths', () => {
  it('counts twelve months up to the reference date', () => {
    const names = months.map(({ month }) => month)
    expect(names).toEqual([...new Set(names)].sort())
    expect(names).toHaveLength(12)
    expect(months.at(-1)?.day).toBe(REFERENCE_DATE)
  })

  it('shows a year of change', () => {
    const [first, last] = [months[0], months.at(-1)]
    for (const name of ['projects', 'missing', 'repositories', 'drift', 'onHoldInUse'] as const)
      expect([name, first?.totals[name]]).not.toEqual([name, last?.totals[name]])
    const projectsOf = (slug: string) => months.map(({ technologies }) => technologies[slug]?.[0])
    expect(projectsOf('jenkins')[0]).toBeGreaterThan(projectsOf('jenkins').at(-1) ?? Infinity)
    expect(projectsOf('github-actions')[0]).toBeLessThan(projectsOf('github-actions').at(-1) ?? 0)
  })
})

describe('the landscape of a past day', () => {
  it('is the present one on the reference date', () => {
    expect(projectsOn(REFERENCE_DATE)).toEqual(projects())
    expect(repositoriesOn(REFERENCE_DATE)).toEqual(repositories())
  })
})
