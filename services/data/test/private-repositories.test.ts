import request from 'supertest'
import { describe, expect, it } from '@jest/globals'
import { createIdentitySigner, IDENTITY_HEADER } from '@landscape/runtime/identity/identity-token'
import { dataService, SECRET } from './data-service.ts'

const repository = (name: string, visibility: string | undefined) => ({
  name,
  last_commit: visibility === 'PUBLIC' ? '2023-05-30T00:00:00Z' : '2026-05-30T00:00:00Z',
  url: `https://scm.example/acme/${name}`,
  visibility,
  technologies: { languages: [{ name: 'Go', percentage: 90, size: 10 }] },
})
const links = [
  { url: 'https://scm.example/acme/secret-core' },
  { url: 'https://kim:secret-token@scm.example/acme/secret-old' },
]
const project = (name: string, ...linked: string[]) => ({
  details: [{ name }],
  source_control: [{ links: linked.map((one) => ({ url: `https://scm.example/acme/${one}` })) }],
})
const STORED = {
  projects: {
    projects: [{ details: [{ name: 'Tides' }], source_control: [{ links }] }],
  },
  repositories: {
    repositories: [
      repository('secret-core', 'PRIVATE'),
      repository('secret-tools', 'INTERNAL'),
      repository('secret-unknown', undefined),
      repository('open-ui', 'PUBLIC'),
    ],
  },
}

const { app } = await dataService(STORED)
/** With projects that link to a public repository as well. */
const { app: mixed } = await dataService({
  ...STORED,
  projects: {
    projects: [
      ...STORED.projects.projects,
      project('Mixed', 'open-ui', 'secret-core'),
      project('Open', 'open-ui'),
      project('Unknown', 'open-ui', 'secret-old'),
    ],
  },
})
const identity = { subject: 'a', email: 'kim@acme.example', groups: [] }
const signedIn = { [IDENTITY_HEADER]: await createIdentitySigner(SECRET).sign(identity, 'data') }
const get = (path: string, headers: object = {}, of = app) =>
  request(of)
    .get(path)
    .set(headers as Record<string, string>)

const READS = [
  '/api/technologies',
  '/api/technologies?format=csv',
  '/api/technologies/go',
  '/api/technologies/secret',
  '/api/drift',
  '/api/drift?limit=1&sort=-technology',
  '/api/drift?format=csv',
  '/api/search?q=secret',
  '/api/projects',
  '/api/projects?format=csv',
  '/api/projects/tides',
  '/api/completeness',
  '/technologies',
  '/technologies/go',
  '/projects',
  '/projects/tides',
  '/completeness',
  '/drift',
  '/search?q=secret',
]

describe('repositories that are not public', () => {
  it.each(READS)('are not in an anonymous response of %s', async (path) => {
    // The response for a signed-in caller is cached first.
    await get(path, signedIn)
    const { text, headers } = await get(path)
    expect(text.replaceAll('?q=secret', '').replaceAll('"q":"secret"', '')).not.toContain('secret-')
    if (headers['link'] !== undefined) {
      const cursor = new URL(String(/<(.+)>/.exec(headers['link'])?.[1]), 'http://x').searchParams
      expect(Buffer.from(cursor.get('cursor') ?? '', 'base64url').toString()).not.toContain(
        'secret',
      )
    }
  })

  it('are counted for anonymous callers', async () => {
    const { body, headers } = await get('/api/technologies/go')
    expect(body).toMatchObject({
      repositories: [{ name: 'open-ui' }],
      hiddenRepositories: 3,
      totals: { repositories: 4 },
    })
    expect(headers['cache-control']).toBe('public, no-cache')
    const { text } = await get('/technologies/go')
    expect(text).toContain('3 private or internal repositories: sign in to see them.')
  })

  it('are in the responses for signed-in callers', async () => {
    const { body, headers } = await get('/api/technologies/go', signedIn)
    expect(body.repositories).toHaveLength(4)
    expect(body.hiddenRepositories).toBe(0)
    expect(headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: 'Accept-Encoding, Cookie',
    })
    expect((await get('/api/search?q=secret', signedIn)).body.results).toHaveLength(3)
    const { findings } = (await get('/api/drift?kind=undeclared-language', signedIn)).body
    expect(findings[0].evidence).toBe(
      'Go makes up 90 % of secret-core, but Tides does not declare it',
    )
  })

  it('have findings that anonymous callers get as a number', async () => {
    const { findings, total, totals, hidden } = (
      await get('/api/drift?kind=undeclared-language', {}, mixed)
    ).body
    const evidence = findings.map((one: { evidence: string }) => one.evidence)
    // Each of them is proved by the public repository.
    expect(evidence).toEqual(
      ['Mixed', 'Open', 'Unknown'].map(
        (name) => `Go makes up 90 % of open-ui, but ${name} does not declare it`,
      ),
    )
    expect([total, totals['undeclared-language'], hidden]).toEqual([3, 3, 1])
    expect((await get('/api/drift?project=tides', {}, mixed)).body).toMatchObject({
      total: 0,
      hidden: 1,
    })
    const all = (await get('/api/drift?kind=undeclared-language', signedIn, mixed)).body
    expect([all.total, all.hidden]).toEqual([4, 0])
    const { text } = await get('/drift?kind=undeclared-language', {}, mixed)
    expect(text).toContain('1 finding about repositories that are not public: sign in to see it.')
  })

  it('do not let the page state that no project has an undeclared language', async () => {
    const path = '/drift?kind=undeclared-language'
    const { text } = await get(path)
    expect(text).toContain('<h1>No public repository has an undeclared language</h1>')
    expect((await get(path, signedIn)).text).toContain('<h1>1 undeclared language,')
  })

  it('make numbers of their projects unknown for anonymous callers', async () => {
    const known = async (headers: object = {}) => {
      const { projects } = (await get('/api/projects', headers, mixed)).body
      return projects.map((one: { totals: { repositories: number }; lastCommit: string }) => [
        one.totals.repositories,
        one.lastCommit?.slice(0, 4) ?? null,
      ])
    }
    // A link that fits no public repository may be to a private one.
    expect(await known()).toEqual([
      [null, null],
      [1, '2023'],
      [null, null],
      [null, null],
    ])
    expect(await known(signedIn)).toEqual([
      [2, '2026'],
      [1, '2023'],
      [1, '2026'],
      [1, '2023'],
    ])
    expect((await get('/projects/mixed', {}, mixed)).text).toContain(
      'repositories: sign in to see all',
    )
    expect((await get('/projects/mixed', {}, mixed)).text).not.toContain('2023, ')
  })

  it('make the use of a language by a project unknown for anonymous callers', async () => {
    const ring = { id: 'hold', name: 'HOLD' }
    const timeline = [{ ringId: 'hold', date: '2024-01-01' }]
    const naming = (...given: Parameters<typeof project>) => {
      return { ...project(...given), architecture: { languages: { main: ['Go'] } } }
    }
    const { app: ofProjects } = await dataService({
      ...STORED,
      radar: {
        title: '',
        quadrants: [],
        rings: [ring],
        entries: [{ id: 'go', title: 'Go', timeline }],
      },
      projects: {
        projects: [
          naming('Open', 'open-ui'),
          naming('Mixed', 'open-ui', 'secret-core'),
          naming('Unknown', 'open-ui', 'secret-old'),
        ],
      },
    })
    const useOf = async (name: string, headers: object = {}) => {
      const bodyOf = async (path: string) => (await get(path, headers, ofProjects)).body
      const [row] = (await bodyOf(`/api/technologies?project=${name}`)).technologies
      const [found] = (await bodyOf(`/api/drift?project=${name}`)).findings
      const [ofProject] = (await bodyOf(`/api/projects/${name}`)).findings
      expect(ofProject.evidence).toBe(found.evidence)
      return [row.repositories, found.repositoryTotal, found.evidence.split('still ')[1]]
    }
    const one = [1, 1, 'named by 1 project and contained in 1 repository']
    const unknown = [null, null, 'named by 1 project']
    expect(await useOf('open')).toEqual(one)
    expect(await useOf('mixed')).toEqual(unknown)
    expect(await useOf('unknown')).toEqual(unknown)
    expect(await useOf('mixed', signedIn)).toEqual([
      2,
      2,
      'named by 1 project and contained in 2 repositories',
    ])
  })

  it.each([
    '/projects',
    '/projects/tides',
    '/completeness',
    '/drift',
    '/trends',
    '/technologies',
    '/technologies/go',
    '/search?q=go',
  ])('are stated at the top of %s', async (path) => {
    const sentence = '1 of 4 repositories is public. Sign in to see all.'
    expect((await get(path)).text).toContain(sentence)
    expect((await get(path, signedIn)).text).not.toContain(sentence)
  })
})

describe('links to unknown repositories', () => {
  it.each(['', '&format=csv', '&technology=go'])(
    'are not in anonymous responses, which would show the private ones: %s',
    async (query) => {
      const { text } = await get(`/api/drift?kind=unknown-repository${query}`)
      expect(text).not.toContain('Tides')
    },
  )

  it('are not counted for anonymous callers', async () => {
    expect((await get('/api/drift')).body.totals['unknown-repository']).toBeNull()
    const { text } = await get('/drift?kind=unknown-repository')
    expect(text).toContain('<h1>Sign in to see links to unknown repositories</h1>')
    expect(text).not.toContain('No findings')
    expect((await get('/drift')).text).not.toContain('unknown-repository')
  })

  it('are in the responses for signed-in callers, without credentials', async () => {
    const { body, text } = await get('/api/drift?kind=unknown-repository', signedIn)
    expect(body).toMatchObject({
      total: 1,
      totals: { 'unknown-repository': 1 },
      findings: [
        {
          evidence:
            'Tides links to scm.example/acme/secret-old, but the scan contains no such repository',
        },
      ],
    })
    const page = (await get('/drift?kind=unknown-repository', signedIn)).text
    expect(page).toContain('<h1>1 link of a project leads to an unknown repository</h1>')
    for (const shown of [text, page]) expect(shown).not.toContain('secret-token')
  })
})
