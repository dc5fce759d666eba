import { describe, it } from '@jest/globals'
import * as fc from 'fast-check'
import { NOW } from '../../services/data/test/data-service.ts'
import { generateLandscape } from '../../tools/lab/bench/generate-landscape.ts'
import { compareAdvice } from './compare-advice.ts'
import { compareDrift } from './compare-drift.ts'
import { compareFilters } from './compare-filters.ts'
import { compareMonths } from './compare-months.ts'
import { comparePlans } from './compare-plans.ts'
import { compareProjects } from './compare-projects.ts'
import { compareRadar, compareTechnologies } from './compare-technologies.ts'
import { generatedLandscape } from './generated.ts'
import type { Stored } from './json.ts'
import { SAMPLE } from './sample.ts'
import { withViews } from './view.ts'

/** Entries without a newer position are not reviewed. */
const REVIEWED_SINCE = new Date(NOW).setUTCFullYear(new Date(NOW).getUTCFullYear() - 1)

const compare = (stored: Stored) =>
  withViews(stored, async (view) => {
    await compareTechnologies(view)
    await compareAdvice(view)
    await compareFilters(view)
    await compareRadar(view)
    await compareDrift(view, REVIEWED_SINCE)
    await comparePlans(view)
    await compareMonths(view, await compareProjects(view, REVIEWED_SINCE))
  })

const COBOL = {
  id: 'cobol',
  title: 'Cobol',
  quadrant: '1',
  timeline: [{ ringId: 'hold', date: '2025-01-01', moved: 0, description: '' }],
}

/** A busy machine compares thousands of numbers slowly. */
const TIMEOUT_MS = 240_000

describe('a recount of the stored documents', () => {
  it.each([
    ['the sample data', SAMPLE],
    ['the sample data without directorates', { ...SAMPLE, directorates: undefined }],
    ['the sample data without a scan', { ...SAMPLE, repositories: undefined }],
    ['a generated organisation of 50 projects', generateLandscape(50)],
    ['an empty store', {}],
  ])(
    'equals every number and list of %s',
    async (_, stored) => {
      await compare(stored)
    },
    TIMEOUT_MS,
  )

  it(
    'equals the months of more programmes than a month keeps',
    async () => {
      const programmes = ['', ...Array.from({ length: 203 }, (_, i) => `P${i}`), 'P202']
      const projects = programmes.map((programme, i) => ({
        details: [{ name: `N${i}`, programme_name: programme }],
        architecture: { languages: { main: ['C', 'Cobol'].slice(i % 2), others: [] } },
        stage: i % 3 === 0 ? '' : 'Retired',
      }))
      const radar = { ...(SAMPLE.radar as object), entries: [COBOL] }
      await withViews({ projects: { projects }, radar }, async (view) => {
        if (!view.isSignedIn) await compareMonths(view, await compareProjects(view, REVIEWED_SINCE))
      })
    },
    TIMEOUT_MS,
  )

  it(
    'equals every number and list of generated landscapes',
    async () => {
      await fc.assert(fc.asyncProperty(generatedLandscape, compare), { numRuns: 12, seed: 49 })
    },
    TIMEOUT_MS,
  )
})
