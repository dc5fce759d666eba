import request from 'supertest'
import { describe, expect, it } from '@jest/globals'
import { dataService } from './data-service.ts'

/** Maximum number of bytes returned for each stored byte. */
const MAX_FACTOR = 60
/** Responses may have this size without regard to what is stored: the frame of a page, a picture. */
const FRAME_BYTES = 100_000
const SIZE = 150

const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n))
const project = (
  name: string,
  main: readonly string[],
  details: object = {},
  more: object = {},
) => ({
  details: [{ name, ...details }],
  architecture: { languages: { main } },
  ...more,
})
const projectsOf = (projects: readonly object[]) => ({ projects: { projects } })
/** A letter of thousands. */
const sign = (n: number) => String.fromCharCode(0x4e00 + n)

/** Documents of any size, each made to multiply in a read. */
const INPUTS: Record<string, (n: number) => object> = {
  'projects with long names that use the same technologies': (n) =>
    projectsOf(
      times(20, (i) =>
        project(
          `${i} ${'x'.repeat(7_000)}`,
          times(n, (t) => `T${t}`),
        ),
      ),
    ),
  'technologies with long names': (n) =>
    projectsOf(
      times(3, (i) =>
        project(
          `P${i}`,
          times(n, (t) => `T${t} ${'y'.repeat(2_000)}`),
        ),
      ),
    ),
  'names that differ by one letter': (n) =>
    projectsOf(
      times(2, (i) =>
        project(
          `P${i}`,
          times(n, (t) => `quays${sign(t)}`),
        ),
      ),
    ),
  'names whose slugs are equal': (n) =>
    projectsOf([
      project(
        'P',
        times(n, (i) => `${'★'.repeat(i % 10)}☆${'★'.repeat(i / 10)}`),
      ),
    ]),
  'one dependency, repeated': (n) =>
    projectsOf([
      project('Hub', []),
      project('Repeats', [], { project_dependencies: times(n * 10, () => ({ name: 'Hub' })) }),
      project('Repeats itself', [], {
        project_dependencies: times(n * 10, () => ({ name: 'Repeats itself' })),
      }),
    ]),
  'projects of one name with many dependents': (n) =>
    projectsOf([
      ...times(n, () => project('Hub', [])),
      ...times(n, (i) =>
        project(`P${i}`, [], {
          project_dependencies: [{ name: 'Hub', description: 'd'.repeat(500) }],
        }),
      ),
    ]),
  'projects that all link to all repositories': (n) => ({
    ...projectsOf(
      times(n / 10, (i) =>
        project(
          `P${i}`,
          [],
          {},
          {
            source_control: [
              { links: times(n / 10, (r) => ({ url: `https://scm.example/r${r}` })) },
            ],
          },
        ),
      ),
    ),
    repositories: {
      repositories: times(n / 10, (r) => ({
        name: `r${r}`,
        url: `https://scm.example/r${r}`,
        technologies: { languages: times(10, (l) => ({ name: `L${l}`, percentage: 10, size: 1 })) },
      })),
    },
  }),
  'programmes with long names': (n) =>
    projectsOf(
      times(n, (i) =>
        project(
          `P${i}`,
          times(10, (t) => `T${t}`),
          { programme_name: `${i}${'p'.repeat(900)}` },
        ),
      ),
    ),
}

const READS = [
  '/api/csv',
  '/api/csv?format=csv',
  '/api/technologies',
  '/api/technologies?format=csv',
  '/api/technologies/t1',
  '/api/technologies/quay',
  '/api/drift',
  '/api/drift?limit=200',
  '/api/drift?format=csv',
  '/api/drift?format=ndjson',
  '/api/drift?technology=t1',
  '/api/search?q=quay&limit=200',
  '/api/projects',
  '/api/projects?format=csv',
  '/api/projects/p0',
  '/api/projects/hub',
  '/api/completeness?limit=200',
  '/api/json',
  '/api/repository/project/json?repositories=r1',
  '/technologies',
  '/technologies/t1',
  '/technologies/none',
  '/projects',
  '/projects/p0',
  '/projects/hub',
  '/completeness',
  '/drift',
  '/search?q=quay',
]

/** The bytes of each response for a document of a size, and the bytes that are stored. */
async function measure(input: (n: number) => object, n: number) {
  const documents = input(n)
  const { app } = await dataService(documents)
  const answered: Record<string, number> = {}
  for (const path of READS) {
    const { text } = await request(app).get(path)
    answered[path] = Buffer.byteLength(text)
  }
  return { stored: Buffer.byteLength(JSON.stringify(documents)), answered }
}

describe('every read of the data service', () => {
  it.each(Object.entries(INPUTS))(
    'returns bytes in proportion to those stored: %s',
    async (_, input) => {
      for (const size of [SIZE, 2 * SIZE]) {
        const { stored, answered } = await measure(input, size)
        const tooLarge = READS.filter((path) => answered[path]! > FRAME_BYTES + MAX_FACTOR * stored)
        expect(tooLarge).toEqual([])
      }
    },
  )
})
