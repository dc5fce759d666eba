import { describe, expect, it } from '@jest/globals'
import { elementsOf } from '@landscape/dev/page-reader'
import { IDENTITY_HEADER } from '@landscape/runtime/identity/identity-token'
import request from 'supertest'
import { dataService } from '../../services/data/test/data-service.ts'
import { createRandom } from '@landscape/dev/random'
import { followNumbers } from './crawl.ts'
import { at, list, string, type Stored } from './json.ts'
import { enabledDirectorates } from './radar.ts'
import { SAMPLE } from './sample.ts'
import { signedIn } from './view.ts'

const SEED = process.env['CRAWL_SEED'] ?? String(Date.now())

/** The pages of lists, each without a filter and with one filter at a time. */
function pathsOf(stored: Stored): string[] {
  const random = createRandom(SEED)
  const projects = list(at(stored.projects, 'projects'))
  const programmes = projects.map((one) => string(at(one, 'details', 0, 'programme_name')))
  const names = projects.map((one) => string(at(one, 'details', 0, 'name')))
  const drawn = (values: string[]) =>
    values.filter(Boolean).slice(random.int(0, values.length - 1))[0]
  const programme = drawn(programmes)
  const project = drawn(names)
  const of = (path: string, filters: Record<string, string | undefined>) =>
    Object.entries(filters).flatMap(([name, value]) =>
      value === undefined ? [] : [`${path}?${name}=${encodeURIComponent(value)}`],
    )
  return [
    '/drift',
    '/technologies',
    '/projects',
    '/completeness',
    '/trends',
    '/radar',
    ...of('/drift', { programme, project, kind: 'not-on-radar' }),
    ...of('/technologies', { programme, project, section: 'languages', used: 'true' }),
    ...of('/projects', { programme, q: 'a' }),
    ...of('/completeness', { programme, rule: 'no-language', q: 'a' }),
    ...of('/trends', { programme }),
  ]
}

const RADAR = SAMPLE.radar as { rings: { id: string }[] }
const WITH_CAUTION: Stored = {
  ...SAMPLE,
  radar: {
    ...RADAR,
    rings: RADAR.rings.map((ring) => (ring.id === 'hold' ? { ...ring, name: 'Caution' } : ring)),
  },
}

describe(`numbers that are links, seed ${SEED}`, () => {
  it.each([
    ['the sample data', SAMPLE],
    ['the sample data with another outer ring', WITH_CAUTION],
    ['the sample data without projects', { ...SAMPLE, projects: undefined }],
    ['the sample data without a scan', { ...SAMPLE, repositories: undefined }],
  ])(
    'lead to exactly their rows: %s',
    async (_, stored: Stored) => {
      const present = Object.fromEntries(Object.entries(stored).filter(([, value]) => value))
      const { app } = await dataService(present)
      const identity = await signedIn()
      for (const directorate of [undefined, ...enabledDirectorates(stored)])
        for (const headers of [{}, { [IDENTITY_HEADER]: identity }]) {
          const get = async (path: string, accept: string) => {
            const response = await request(app)
              .get(path)
              .set({ ...headers, accept })
            if (response.status !== 200) throw new Error(`${path}: ${response.text}`)
            return response
          }
          const seen = (path: string) =>
            directorate === undefined
              ? path
              : `${path}${path.includes('?') ? '&' : '?'}directorate=${String(directorate.id)}`
          const reader = {
            page: async (path: string) => elementsOf((await get(seen(path), 'text/html')).text),
            rows: async (path: string) =>
              at((await get(path, 'application/json')).body, 'total') as number,
          }
          const followed = await followNumbers(reader, pathsOf(stored))
          expect(followed.length).toBeGreaterThan(3)
          expect(followed.filter(({ number, rows }) => number !== rows)).toEqual([])
        }
    },
    180_000,
  )
})
