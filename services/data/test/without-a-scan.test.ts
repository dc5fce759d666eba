import { describe, expect, it } from '@jest/globals'
import { createIdentitySigner, IDENTITY_HEADER } from '@landscape/runtime/identity/identity-token'
import request from 'supertest'
import { dataService, SECRET } from './data-service.ts'
import { STORED } from './technology-service.ts'

const identity = { subject: 'a', email: 'kim@acme.example', groups: [] }
const signedIn = { [IDENTITY_HEADER]: await createIdentitySigner(SECRET).sign(identity, 'data') }
const totals = { projects: 3, onHoldInUse: 9, notOnRadar: 0, missing: 0, repositories: 2 }
/** NOW is 1 June 2026: months that were counted with a scan. */
const landscapeMonths = ['2026-03', '2026-06'].map((month) => {
  return { month, day: `${month}-01`, totals, technologies: {} }
})
const { repositories: _none, ...documents } = { ...STORED, landscapeMonths }

const { app } = await dataService(documents)

describe('a landscape without a scan of repositories', () => {
  const bodyOf = async (path: string) => (await request(app).get(path).set(signedIn)).body
  const textOf = async (path: string) => (await request(app).get(path)).text

  it('has no number of repositories in any reply', async () => {
    expect((await bodyOf('/api/technologies')).totals.repositories).toBeNull()
    expect(await bodyOf('/api/technologies/angular')).toMatchObject({
      repositories: null,
      hiddenRepositories: null,
      totals: { repositories: null, archivedRepositories: null, bytes: null },
    })
    expect((await bodyOf('/api/projects/berths')).totals.repositories).toBeNull()
    expect((await bodyOf('/api/landing')).numbers.repositories).toBeNull()
  })

  it('has no number of findings that a scan would show', async () => {
    const found = await bodyOf('/api/drift')
    expect(found.totals).toMatchObject({ 'undeclared-language': null, 'unknown-repository': null })
    expect((await bodyOf('/api/completeness')).totals['unknown-repository']).toBeNull()
  })

  it('is not compared with months that counted repositories', async () => {
    const { months } = (await bodyOf('/api/landing')).numbers
    const onHold = months.map((month: { onHoldInUse: number | null }) => month.onHoldInUse)
    expect(new Set(onHold)).toEqual(new Set([null]))
    expect(await textOf('/drift')).not.toContain('in Mar 2026')
  })

  it.each(['/technologies', '/technologies/angular', '/projects', '/projects/berths', '/drift'])(
    'is said to be not known on %s',
    async (path) => {
      expect(await textOf(path)).toContain('Repositories are not known: no scan is stored.')
    },
  )

  it('has no zero for findings that a scan would show on the page', async () => {
    const page = await textOf('/drift')
    expect(page).toContain('Undeclared languages <b>not known</b>')
    expect(page).not.toMatch(/Undeclared languages <b>\d/)
    const kind = await textOf('/drift?kind=undeclared-language')
    expect(kind).toContain('<h1>Undeclared languages: not known</h1>')
    expect(kind).not.toContain('No findings')
    expect(await textOf('/completeness')).toContain('unknown repository <b>not known</b>')
  })
})

describe('an empty landscape', () => {
  const textOf = async (path: string) =>
    (
      await request((await dataService({})).app)
        .get(path)
        .expect(200)
    ).text

  it.each([
    ['/drift', 'The radar has no entries'],
    ['/technologies', 'No technologies.'],
    ['/projects', 'No projects.'],
    ['/completeness', '<h1>No projects</h1>'],
    ['/trends', '<strong>0</strong> projects'],
  ])('has neither a filter to clear nor a number of findings on %s', async (path, words) => {
    const page = await textOf(path)
    expect(page.replaceAll(/\s+/g, ' ')).toContain(words)
    expect(page).not.toMatch(/Clear the filter|No findings|0 of 0|in IGNORE in use/)
  })

  it('has a filter to clear when one is set', async () => {
    expect(await textOf('/technologies?q=go')).toContain('Clear the filter')
  })
})
