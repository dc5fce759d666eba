import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { describe, expect, it } from '@jest/globals'
import { DOCUMENTS } from '@landscape/contracts/documents'
import { createIdentitySigner, IDENTITY_HEADER } from '@landscape/runtime/identity/identity-token'
import { nameOf } from '@landscape/store/objects/port'
import * as fc from 'fast-check'
import request from 'supertest'
import { dataService, SECRET } from './data-service.ts'
import { generatedLandscape } from './generated-landscape.ts'
import { alikePairs, recountDrift } from './naive-drift.ts'
import { recount, type Recounted, type StoredLandscape } from './naive-recount.ts'

/** Twelve months before the clock of the service. */
const REVIEWED_SINCE = '2025-06-01'

const IDENTITY = { subject: 'a', email: 'kim@acme.example', groups: [] }
const SIGNED_IN = { [IDENTITY_HEADER]: await createIdentitySigner(SECRET).sign(IDENTITY, 'data') }

interface Row {
  name: string
  slug: string
  projects: number
  mainProjects: number
  otherProjects: number
  repositories: number | null
  lists: string[]
}
interface Details {
  name: string
  projects: { uses: { section: string; importance: string }[] }[]
  spellings: { spelling: string }[]
  totals: { projects: number; repositories: number | null; bytes: number | null }
}

const sample = (name: keyof StoredLandscape): unknown => {
  const path = `../../../sample-data/${nameOf(DOCUMENTS[name].ref)}`
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
}
const SAMPLE: StoredLandscape = {
  projects: sample('projects'),
  radar: sample('radar'),
  repositories: sample('repositories'),
  arrayData: sample('arrayData'),
  technologyNames: sample('technologyNames'),
}

/** The uses in each section, without regard to the order of projects. */
const usesIn = ({ projects }: Details) =>
  projects
    .flatMap(({ uses }) => uses.map(({ section, importance }) => `${section} ${importance}`))
    .sort()
const recountedUses = ({ uses }: Recounted) =>
  [...uses].map(([use, isMain]) => `${use.split(' ')[1]} ${isMain ? 'main' : 'other'}`).sort()

/** The number for a language: in a repository, or an entry among the languages. */
const ifScanned = ({ repositories, entries }: Recounted, number: number) =>
  repositories.size > 0 || entries.some(({ quadrant }) => quadrant === 'Languages') ? number : null

/** Compares all numbers of a landscape with a recount that shares no code with the join. */
async function expectRecounted(stored: StoredLandscape): Promise<void> {
  const { app } = await dataService({ ...stored })
  const server = createServer(app).listen(0)
  try {
    await compare(stored, (path) => request(server).get(path).set(SIGNED_IN))
  } finally {
    server.close()
  }
}

async function compare(stored: StoredLandscape, get: (path: string) => request.Test) {
  const counted = recount(stored)
  const list = (await get('/api/technologies')).body as { total: number; technologies: Row[] }
  const { total, technologies } = list
  expect([total, technologies.length]).toEqual([counted.technologies.size, total])
  expect(new Set(technologies.map(({ name }) => counted.of(name))).size).toBe(total)
  for (const row of technologies) {
    const expected = counted.of(row.name)
    const main = expected.mainProjects.size
    expect(row).toMatchObject({
      projects: expected.projects.size,
      mainProjects: main,
      otherProjects: expected.projects.size - main,
      repositories: ifScanned(expected, expected.repositories.size),
      lists: [...expected.lists],
    })
    const one = await get(`/api/technologies/${encodeURIComponent(row.slug)}`)
    const details = one.body as Details
    expect({ name: details.name, uses: usesIn(details) }).toEqual({
      name: row.name,
      uses: recountedUses(expected),
    })
    expect(details.totals).toMatchObject({
      projects: expected.projects.size,
      repositories: ifScanned(expected, expected.repositories.size),
      bytes: ifScanned(expected, expected.bytes),
    })
    for (const { spelling } of details.spellings) expect(counted.of(spelling)).toBe(expected)
  }
  const drift = (await get('/api/drift?limit=1')).body as { totals: Record<string, number> }
  const { 'look-alike-names': alike, ...totals } = drift.totals
  expect(totals).toEqual(recountDrift(stored, counted, { reviewedSince: REVIEWED_SINCE }))
  const shared = technologies.filter(({ projects }) => projects >= 2).map(({ name }) => name)
  const pairs = alikePairs(shared)
  expect(alike! > 0).toBe(pairs.length > 0)
  for (const [one, other] of pairs) {
    const path = `/api/drift?kind=look-alike-names&technology=${encodeURIComponent(one)}`
    const { findings } = (await get(path)).body as { findings: { subject: { name: string } }[] }
    if (findings.length < 5) expect(findings.map(({ subject }) => subject.name)).toContain(other)
  }
}

describe('the joined landscape', () => {
  it('equals a recount of the sample data', async () => {
    await expectRecounted(SAMPLE)
  })

  it('finds every use of a technology once, in generated landscapes', async () => {
    await fc.assert(fc.asyncProperty(generatedLandscape, expectRecounted), {
      numRuns: 30,
      seed: 36,
    })
  })
})
