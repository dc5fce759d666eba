import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { DOCUMENTS, SHARED_DOCUMENTS } from '@landscape/contracts/documents'
import { MONTHLY_DOCUMENTS, monthAt } from '@landscape/contracts/monthly-documents'
import { admitKey } from '@landscape/contracts/admit'
import { BUCKETS, sampleDocuments } from './documents.ts'
import { DEVELOPER } from './projects.ts'

type Choice = { main: string[]; others: string[] }
type Technologies = Record<
  'languages' | 'frameworks' | 'database' | 'cicd' | 'infrastructure',
  Choice
>
interface Project {
  user: { email: string; roles: string[] }[]
  details: { name: string; project_dependencies: { name: string }[] }[]
  source_control: { links: { url: string }[] }[] | ''
  architecture: Technologies & { hosting: { details: string[] } | ''; publishing: Choice | [] }
  stage: string
  supporting_tools: Record<string, Choice | string | []>
  owner: string
}
interface Repository {
  name: string
  url: string
  visibility: string
  is_archived: boolean
  last_commit: string | null
  technologies: { languages: { name: string; size: number; percentage: number }[] }
}

interface RepositoryRow {
  day: string
  repo_id: number
  repo_name: string
  repo_visibility: string
}

const SAMPLE_DATA = fileURLToPath(new URL('../../sample-data', import.meta.url))
const documents = await sampleDocuments()
const read = (path: string): unknown => JSON.parse(documents.get(path) ?? 'null')

const { projects } = read('audit-tool/new_project_data.json') as { projects: Project[] }
const lists = read('audit-tool/array_data.json') as Record<string, string[]>
const { repositories, metadata } = read('main/repositories.json') as {
  repositories: Repository[]
  metadata: { last_updated: string }
}
const radar = read('main/onsRadarSkeleton.json') as { entries: { title: string }[] }

const NAMED_ONLY = 'Status Page'
const unique = <T>(items: T[]): T[] => [...new Set(items)]
const missing = <T>(items: T[], known: T[]): T[] =>
  unique(items).filter((item) => !known.includes(item))
const namesOf = (choice: Choice | string | [] | undefined): string[] =>
  typeof choice === 'object' && 'main' in choice ? [...choice.main, ...choice.others] : []
const titles = radar.entries.map(({ title }) => title)

describe('sampleDocuments', () => {
  it('returns the committed files byte for byte', () => {
    for (const [path, text] of documents) {
      const file = join(SAMPLE_DATA, path)
      expect({ path, isCommitted: existsSync(file) }).toEqual({ path, isCommitted: true })
      // A boolean, because a diff of two megabytes is not readable.
      expect({ path, isCurrent: readFileSync(file, 'utf8') === text }).toEqual({
        path,
        isCurrent: true,
      })
    }
  })

  it('returns every file of the buckets', () => {
    const files = BUCKETS.flatMap((bucket) =>
      readdirSync(join(SAMPLE_DATA, bucket), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.json'))
        .map((name) => `${bucket}/${name}`),
    )
    expect(files.sort()).toEqual([...documents.keys()].sort())
  })

  it.each([...Object.values(SHARED_DOCUMENTS), DOCUMENTS.technologyNames, DOCUMENTS.radarEditions])(
    'matches the schema of $ref.key',
    (document) => {
      const { ref, schema } = document
      expect(schema.safeParse(read(`${ref.bucket}/${ref.key}`)).error).toBeUndefined()
    },
  )

  it('uses reserved addresses only', () => {
    const hosts = [...documents.values()].flatMap((text) =>
      [...text.matchAll(/(?:@|https?:\/\/)([a-z0-9.-]+)/g)].map(([, host = '']) => host),
    )
    expect(hosts.length).toBeGreaterThan(500)
    expect(unique(hosts).filter((host) => !host.endsWith('.example'))).toEqual([])
  })
})

describe('project registry', () => {
  it('links to scanned repositories, except in the project that is only named', () => {
    const links = projects.flatMap(({ source_control: control }) =>
      control === '' ? [] : control.flatMap((source) => source.links.map(({ url }) => url)),
    )
    expect(links.length).toBeGreaterThan(100)
    expect(
      missing(
        links,
        repositories.map(({ url }) => url),
      ),
    ).toEqual(['https://scm.example/acme/status-page'])
  })

  it.each(['languages', 'frameworks', 'database', 'cicd', 'infrastructure'] as const)(
    'contains only %s from the lists',
    (kind) => {
      const named = projects.flatMap(({ architecture }) => namesOf(architecture[kind]))
      expect(named.length).toBeGreaterThan(40)
      expect(missing(named, lists[kind] ?? [])).toEqual([])
    },
  )

  it('contains only tools, providers and publishing targets from the radar or the lists', () => {
    const named = projects.flatMap(
      ({ architecture: { hosting, publishing }, supporting_tools: tools }) => [
        ...Object.values(tools).flatMap(namesOf),
        ...namesOf(publishing),
        ...(hosting === '' ? [] : hosting.details),
      ],
    )
    expect(named.length).toBeGreaterThan(300)
    expect(missing(named, [...titles, ...Object.values(lists).flat()])).toEqual([])
  })

  it.each([
    ['project tracking', ['project_tracking_tools', 'project_tracking']],
    ['incident management', ['incident_management']],
  ])('contains only tools for %s from the radar', (_use, sections) => {
    const named = projects.flatMap(({ supporting_tools: tools }) =>
      sections.flatMap((section) => {
        const tool = tools[section]
        return typeof tool === 'string' && tool !== '' ? [tool] : []
      }),
    )
    expect(named.length).toBeGreaterThan(30)
    expect(missing(named, titles)).toEqual([])
  })

  it('contains projects without repositories', () => {
    const without = projects.filter(({ source_control: control }) => control === '')
    expect(without.length).toBeGreaterThanOrEqual(4)
  })

  it('contains only dependencies on its own projects, except in one that is only named', () => {
    const complete = projects.filter(({ details: [own] }) => own?.name !== NAMED_ONLY)
    expect(complete).toHaveLength(projects.length - 1)
    const details = complete.flatMap((project) => project.details)
    const needed = details.flatMap((detail) => detail.project_dependencies.map(({ name }) => name))
    expect(needed.length).toBeGreaterThan(40)
    expect(
      missing(
        needed,
        details.map(({ name }) => name),
      ),
    ).toEqual([])
  })

  it('has one record per owner and name, and projects of the developer user', () => {
    const keys = projects.map(({ owner, details }) => `${owner} ${details[0]?.name}`)
    expect(projects.length).toBeGreaterThanOrEqual(45)
    expect(unique(keys)).toHaveLength(projects.length)
    expect(projects.filter(({ owner }) => owner !== owner.toLowerCase())).toEqual([])
    expect(projects.filter(({ owner }) => owner === DEVELOPER)).toHaveLength(6)
  })

  it('contains the sections that the web client sends for skipped pages', () => {
    const sections = [
      ...projects.map(({ stage }) => stage),
      ...projects.map((project) => project.source_control),
      ...projects.flatMap(({ architecture }) => Object.values(architecture)),
      ...projects.flatMap((project) => Object.values(project.supporting_tools)),
    ]
    const texts = new Set(sections.map((section) => JSON.stringify(section)))
    expect([...texts]).toEqual(expect.arrayContaining(['""', '[]', '{}']))
  })
})

describe('repositories', () => {
  it('have unique names and URLs, every visibility and archived examples', () => {
    expect(repositories.length).toBeGreaterThanOrEqual(140)
    expect(unique(repositories.map(({ name }) => name))).toHaveLength(repositories.length)
    expect(
      repositories.filter(({ name, url }) => url !== `https://scm.example/acme/${name}`),
    ).toEqual([])
    expect(unique(repositories.map(({ visibility }) => visibility)).sort()).toEqual([
      'INTERNAL',
      'PRIVATE',
      'PUBLIC',
    ])
    const archived = repositories.filter((repository) => repository.is_archived).length
    expect(archived / repositories.length).toBeCloseTo(0.12, 1)
  })

  it('have no commits after the scan', () => {
    const dates = repositories.map((repository) => repository.last_commit)
    expect(dates).toContain(null)
    expect(dates.filter((date) => date !== null && date >= metadata.last_updated)).toEqual([])
  })

  it('use languages of the radar', () => {
    const languages = repositories.flatMap(({ technologies }) =>
      technologies.languages.map(({ name }) => name),
    )
    expect(unique(languages).length).toBeGreaterThan(20)
    expect(missing(languages, titles)).toEqual([])
  })

  it('use listed languages whose shares total 100 %', () => {
    for (const { name, technologies } of repositories) {
      const { languages } = technologies
      const sum = languages.reduce((total, { percentage }) => total + percentage, 0)
      expect({
        name,
        unlisted: missing(
          languages.map((language) => language.name),
          lists.languages ?? [],
        ),
      }).toEqual({ name, unlisted: [] })
      expect(Math.abs(sum - (languages.length === 0 ? 0 : 100))).toBeLessThan(0.5)
    }
  })
})

describe('usage of repositories', () => {
  const months = [...documents.keys()].filter((path) => path.includes('/repository_usage/'))
  const rows = months.flatMap((path) => read(path) as RepositoryRow[])

  it.each(months)('matches the schema and the month of %s', (path) => {
    const [bucket = '', ...key] = path.split('/')
    const month = monthAt({ bucket, key: key.join('/') })
    const { schema } = MONTHLY_DOCUMENTS.repositoryUsage
    expect(schema.safeParse(read(path)).error).toBeUndefined()
    const own = read(path) as { day: string }[]
    expect(own.filter(({ day }) => !day.startsWith(month?.month ?? 'none'))).toEqual([])
  })

  it('contains repositories of the scan that are in use, with their visibility', () => {
    const known = new Map(repositories.map((repository) => [repository.name, repository]))
    expect(rows.length).toBeGreaterThan(200)
    for (const { repo_name: name, repo_visibility: visibility } of rows) {
      expect(known.get(name)).toMatchObject({ visibility, is_archived: false })
    }
  })

  it('has one row of a repository and day, and one name of an id', () => {
    expect(new Set(rows.map(({ day, repo_id: id }) => `${day} ${id}`)).size).toBe(rows.length)
    const names = new Set(rows.map(({ repo_id: id, repo_name: name }) => `${id} ${name}`))
    expect(names.size).toBe(new Set(rows.map(({ repo_id: id }) => id)).size)
  })
})

describe('names of technologies', () => {
  const names = read('audit-tool/technology_names.json') as { name: string; aliases: string[] }[]
  const written = unique(
    projects.flatMap(({ architecture, supporting_tools: tools }) => [
      ...[...Object.values(architecture), ...Object.values(tools)].flatMap((choice) =>
        namesOf(choice as Choice),
      ),
      ...(architecture.hosting === '' ? [] : architecture.hosting.details),
    ]),
  )

  it('have several spellings, and technologies outside the radar', () => {
    const spellings = Map.groupBy(written, (name) => admitKey(name) ?? '')
    expect([...spellings.values()].filter(({ length }) => length > 1).length).toBeGreaterThan(8)
    expect(missing([...spellings.keys()], titles.map(admitKey)).length).toBeGreaterThan(8)
  })

  it('belong to the radar, and have aliases that projects write', () => {
    expect(
      missing(
        names.map(({ name }) => name),
        titles,
      ),
    ).toEqual([])
    const aliases = names.flatMap((name) => name.aliases.map(admitKey))
    expect(missing(aliases, written.map(admitKey))).toEqual([])
  })

  it('leave a look-alike for the first alias of an administrator', () => {
    expect(written).toEqual(expect.arrayContaining(['Postgres', 'PostgreSQL']))
    expect(names.map(({ name }) => name)).not.toContain('PostgreSQL')
  })
})

describe('technology lists', () => {
  it('have the categories of the web client and unique names', () => {
    expect(Object.keys(lists).sort()).toEqual(
      `cicd code_editors collaboration communication database diagrams documentation
       frameworks hosting infrastructure languages publishing user_interface`.split(/\s+/),
    )
    for (const names of Object.values(lists)) expect(unique(names)).toEqual(names)
  })
})
