import { inSlices } from '@landscape/contracts/async/in-slices'
import { describe, expect, it } from '@jest/globals'
import { projectIndexOf } from './project-index.ts'
import { joinLandscape, type LandscapeDocuments } from './join-landscape.ts'

const radar = (...entries: { title: string; ring?: string; date?: string }[]) => ({
  title: 'Radar',
  quadrants: [{ id: '1', name: 'Languages' }],
  rings: [{ id: 'hold', name: 'HOLD' }],
  entries: entries.map(({ title, ring = 'hold', date = '2024-04-15' }) => ({
    id: title.toLowerCase(),
    title,
    quadrant: '1',
    description: '',
    timeline: [{ moved: 0, ringId: ring, date, description: '' }],
  })),
})

const project = (name: string, languages: unknown, more: object = {}) => ({
  details: [{ name, programme_name: 'Harbours' }],
  architecture: { languages },
  stage: 'Active Support',
  ...more,
})

const join = (documents: Partial<LandscapeDocuments>) =>
  inSlices(
    joinLandscape({
      projects: { projects: [] },
      radar: radar(),
      repositories: { repositories: [] },
      lists: {},
      names: [],
      directorates: [],
      ...documents,
    }),
  )

describe('joinLandscape', () => {
  it('joins spellings of one name to the entry on the radar', async () => {
    const projects = [
      project('A', { main: ['node js'] }),
      project('B', { others: ['NodeJS', 'Node.js'] }),
    ]
    const { technologies } = await join({
      projects: { projects },
      radar: radar({ title: 'Node.js' }),
    })
    expect(technologies).toMatchObject([
      {
        name: 'Node.js',
        slug: 'nodejs',
        entries: [{ ring: { id: 'hold', name: 'HOLD' }, since: '2024-04-15' }],
        spellings: [
          { spelling: 'Node.js', projects: 1 },
          { spelling: 'NodeJS', projects: 1 },
          { spelling: 'node js', projects: 1 },
        ],
        projects: [
          { project: { name: 'A' }, sections: [{ section: 'languages', importance: 'main' }] },
          { project: { name: 'B' }, sections: [{ section: 'languages', importance: 'other' }] },
        ],
      },
    ])
  })

  it('joins an alias to its name', async () => {
    const { find } = await join({
      projects: { projects: [project('A', { main: ['Postgres'] })] },
      names: [{ name: 'PostgreSQL', aliases: ['Postgres'] }],
    })
    expect(find('postgres')).toMatchObject({ name: 'PostgreSQL', aliases: ['Postgres'] })
    expect(find('postgresql')).toBe(find('Postgres'))
  })

  it('counts a technology once in each section, as main when any use is', async () => {
    const architecture = {
      languages: { main: [], others: ['SQL', 'sql'] },
      database: { main: ['SQL'], others: ['sql'] },
    }
    const { find } = await join({ projects: { projects: [project('A', {}, { architecture })] } })
    expect(find('sql')?.projects).toMatchObject([
      {
        sections: [
          { section: 'languages', importance: 'other' },
          { section: 'databases', importance: 'main' },
        ],
      },
    ])
  })

  it('lists projects in development first and retired ones last', async () => {
    const stages = ['Retired', 'Unsupported', '', 'Active Support', 'Development']
    const projects = stages.map((stage) => project(`P ${stage}`, { main: ['Go'] }, { stage }))
    const { find } = await join({ projects: { projects } })
    expect(find('go')?.projects.map((use) => use.project.stage)).toEqual(stages.toReversed())
  })

  it('joins repositories by language, in descending order of the share', async () => {
    const repository = (name: string, percentage: number, language: string) => ({
      name,
      url: `https://scm.example/${name}`,
      visibility: 'PUBLIC',
      is_archived: false,
      last_commit: '2026-01-02T03:04:05Z',
      technologies: { languages: [{ name: language, percentage, size: 10 }] },
    })
    const { find } = await join({
      repositories: { repositories: [repository('a', 10, 'C#'), repository('b', 90, 'C#')] },
    })
    expect(find('C#')).toMatchObject({
      slug: 'c-sharp',
      repositories: [
        { repository: { name: 'b', visibility: 'public' }, share: 90, bytes: 10 },
        { repository: { name: 'a' }, share: 10 },
      ],
    })
  })

  it('finds the linked repositories of a project', async () => {
    const links = [
      { url: 'https://SCM.example/acme/Tide.git/' },
      { url: 'https://scm.example/none' },
    ]
    const { projects } = await join({
      projects: { projects: [project('A', {}, { source_control: [{ type: 'Git', links }] })] },
      repositories: { repositories: [{ name: 'tide', url: 'https://scm.example/acme/tide' }] },
    })
    expect(projects[0]?.repositories).toMatchObject([{ name: 'tide' }])
  })

  it.each([
    'git@scm.example:acme/tide.git',
    'ssh://git@scm.example/acme/tide.git',
    'ssh://git@scm.example:2222/acme/tide',
    'https://token@scm.example/acme/tide',
    'git://scm.example/acme/tide.git',
    'https://www.scm.example/acme/tide/tree/main/docs',
    'https://scm.example/acme/tide/blob/main/README.md?plain=1#top',
    'scm.example/acme/tide',
  ])('finds the repository of the link %s', async (url) => {
    const { projects } = await join({
      projects: { projects: [project('A', {}, { source_control: [{ links: [{ url }] }] })] },
      repositories: {
        repositories: [
          { name: 'tide', url: 'https://scm.example/acme/tide' },
          { name: 'tree', url: 'https://scm.example/other/tree' },
        ],
      },
    })
    expect(projects[0]?.repositories).toMatchObject([{ name: 'tide' }])
  })

  it.each([
    'https://scm.example/acme',
    'https://elsewhere.example/acme/tide',
    'git@scm.example:tide',
  ])('finds no repository of the link %s', async (url) => {
    const { projects } = await join({
      projects: { projects: [project('A', {}, { source_control: [{ links: [{ url }] }] })] },
      repositories: { repositories: [{ name: 'tide', url: 'https://scm.example/acme/tide' }] },
    })
    expect(projects[0]?.repositories).toEqual([])
  })

  const unknownOf = async (...urls: string[]) => {
    const links = urls.map((url) => ({ url }))
    const { projects } = await join({
      projects: { projects: [project('A', {}, { source_control: [{ links }] })] },
      repositories: {
        repositories: [
          { name: 'tide', url: 'https://scm.example/acme/tide', visibility: 'PRIVATE' },
          { name: 'deep', url: 'https://scm.example/acme/group/deep' },
        ],
      },
    })
    return projects[0]?.unknownRepositories
  }

  it.each([
    ['https://scm.example/acme/old', 'scm.example/acme/old'],
    ['https://kim:s3cret@scm.example/acme/old.git?token=s3cret#s3cret', 'scm.example/acme/old'],
    ['git@SCM.example:Acme/Old.git', 'scm.example/acme/old'],
    ['ssh://kim:s3cret@scm.example:22/acme/old', 'scm.example/acme/old'],
    ['kim:s3cret@scm.example/acme/old', 'scm.example/acme/old'],
    ['https://kim:p@ss@scm.example/acme/old', 'scm.example/acme/old'],
    ['https://scm.example/acme/old/tree/main/s3cret', 'scm.example/acme/old'],
    ['https://scm.example/acme/group/none/x', 'scm.example/acme/group/none'],
    ['https://scm.example/acme/https:kim:s3cret@x', 'scm.example/acme/…'],
    [`https://scm.example/acme/${'x'.repeat(101)}`, 'scm.example/acme/…'],
  ])('reports that the link %s fits no repository', async (url, shown) => {
    expect(await unknownOf(url, url)).toEqual([shown])
  })

  it.each([
    'https://scm.example/acme/tide/tree/main',
    'git@scm.example:acme/tide.git',
    'https://scm.example/acme',
    'https://scm.example/acme/group',
    'https://scm.example/acme/?tab=repositories',
    'https://scm.example/other/tide',
    'https://elsewhere.example/acme/tide',
    'acme/old',
    '',
  ])('reports nothing about the link %j', async (url) => {
    expect(await unknownOf(url)).toEqual([])
  })

  it('reads the documented members of the supporting tools, by their names or older names', async () => {
    const supporting_tools = {
      ui_tools: { main: [], others: ['Figma'] },
      user_interface: { others: ['Ignored'] },
      diagrams: { main: ['Draw.io'] },
      project_tracking: 'Jira',
      incident_management: [],
      miscellaneous: [{ name: 'Pager', description: 'at night' }],
      note: 'ask kim@acme.example',
    }
    const { technologies } = await join({
      projects: { projects: [project('A', {}, { supporting_tools })] },
    })
    expect(technologies.map(({ name }) => name)).toEqual(['Draw.io', 'Figma', 'Jira', 'Pager'])
  })

  it('lists the categories that contain a technology', async () => {
    const { find } = await join({ lists: { languages: ['Go', 'go'], cicd: ['Jenkins'], odd: 7 } })
    expect(find('go')?.lists).toEqual(['languages'])
  })

  it('omits malformed parts', async () => {
    const projects = [null, 7, { architecture: '' }, project('A', [1, null, ' ', 'Go'])]
    const { technologies } = await join({
      projects: { projects },
      repositories: {
        repositories: [null, { name: 3 }, { name: 'a', technologies: { languages: 'x' } }],
      },
      names: 7 as never,
    })
    expect(technologies.map(({ name }) => name)).toEqual(['Go'])
  })

  it.each(['__proto__', 'constructor', 'toString'])(
    'joins a technology called %s',
    async (name) => {
      const { find } = await join({ projects: { projects: [project('A', { main: [name] })] } })
      expect(find(name)?.projects).toHaveLength(1)
    },
  )

  it('keeps the address of a radar entry when a project uses a similar name', async () => {
    const { find } = await join({
      projects: { projects: [project('A', { main: ['C sharp'] })] },
      radar: radar({ title: 'C#' }),
    })
    expect(find('c-sharp')?.name).toBe('C#')
    expect(find('c-sharp-2')?.name).toBe('C sharp')
  })

  it('keeps the address of a radar entry under another stored name', async () => {
    const { find } = await join({
      radar: radar({ title: 'C++' }),
      names: [{ name: 'CPP', aliases: ['C++'] }],
    })
    expect(find('c-plus-plus')).toMatchObject({ name: 'CPP', slug: 'cpp' })
  })

  it('counts names of more than 100 characters, which do not take part', async () => {
    const [long, longest] = ['x'.repeat(100), 'x'.repeat(101)]
    const { technologies, projects, leftOut } = await join({
      projects: { projects: [project('A', { main: [long, longest] })] },
      radar: radar({ title: longest }),
      lists: { languages: [longest] },
    })
    expect(technologies.map(({ slug }) => slug)).toEqual([long])
    expect(projects[0]?.leftOut).toEqual({ names: 1, links: 0, dependencies: 0 })
    expect(leftOut).toEqual({ entries: 1, listItems: 1, languages: 0, projectNames: 0 })
  })

  it('cuts the name of a project, and numbers equal slugs', async () => {
    const name = 'x'.repeat(300)
    const { projects } = await join({
      projects: { projects: [project(name, {}), project(name, {})] },
    })
    expect(projects.map(({ name }) => name)).toEqual(Array(2).fill(`${'x'.repeat(99)}…`))
    expect(projects.map(({ slug }) => slug)).toEqual(['x'.repeat(99), `${'x'.repeat(99)}-2`])
  })

  it('joins the first 300 names, 50 links and 100 dependencies of a project, and counts the others', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => `x${i}`)
    const links = many(60).map((name) => ({ url: `https://scm.example/acme/${name}` }))
    const { projects, technologies } = await join({
      projects: {
        projects: [
          project(
            'A',
            { main: [...many(35_000), ...many(300)] },
            {
              details: [{ name: 'A', project_dependencies: many(105).map((name) => ({ name })) }],
              source_control: [{ links: [...links, ...links] }],
            },
          ),
        ],
      },
      repositories: { repositories: [{ name: 'x', url: 'https://scm.example/acme/x' }] },
    })
    expect(technologies).toHaveLength(300)
    expect(projects[0]?.leftOut).toEqual({ names: 34_700, links: 10, dependencies: 5 })
    expect(projects[0]?.dependencies).toHaveLength(100)
    expect(projects[0]?.unknownRepositories).toHaveLength(50)
  })

  it('names 20 spellings of a technology, and counts the others', async () => {
    const main = Array.from({ length: 25 }, (_, i) => `${'-'.repeat(i)}Go`)
    const { technologies } = await join({ projects: { projects: [project('A', { main })] } })
    expect(technologies).toHaveLength(1)
    expect(technologies[0]?.spellings).toHaveLength(20)
    expect(technologies[0]?.otherSpellings).toBe(5)
  })

  it('joins 5,000 list items, and 2,000 languages of repositories', async () => {
    const many = (count: number, prefix: string) =>
      Array.from({ length: count }, (_, i) => `${prefix}${i}`)
    const languages = many(2_100, 'language').map((name) => ({ name }))
    const { technologies, leftOut } = await join({
      lists: { languages: many(3_000, 'a'), cicd: many(2_500, 'b') },
      repositories: { repositories: [{ name: 'r', technologies: { languages } }] },
    })
    expect(technologies).toHaveLength(7_000)
    expect(leftOut).toMatchObject({ listItems: 500, languages: 100 })
  })

  it('numbers the slugs of projects in stored order, and names those without letters', async () => {
    const names = ['Tide Tables', '★', 'tide tables', 'Tide Tables 2']
    const projects = names.map((name) => project(name, {}))
    const { projects: joined } = await join({ projects: { projects } })
    expect(joined.map(({ slug }) => slug)).toEqual([
      'tide-tables',
      'project',
      'tide-tables-2',
      'tide-tables-2-2',
    ])
  })

  it('finds technologies and projects by their slugs, whatever their length', async () => {
    const letters = 'x'.repeat(100)
    const { find, technologies, projects } = await join({
      projects: {
        projects: [
          project(letters, { main: ['+'.repeat(60), '+'.repeat(61)] }),
          project(letters, { main: ['\u1100.\u1161'] }),
        ],
      },
    })
    const { find: findProject } = projectIndexOf(projects)
    const slugs = [...technologies, ...projects].map(({ slug }) => slug)
    expect(slugs).toHaveLength(5)
    expect([
      ...technologies.map(({ slug }) => find(slug)?.slug),
      ...projects.map(({ slug }) => findProject(slug)?.slug),
    ]).toEqual(slugs)
  })

  it('keeps one list of the sections of names that are in the same sections', async () => {
    const both = (...main: string[]) =>
      project('A', { main }, { supporting_tools: { diagrams: { main } } })
    const { projects } = await join({
      projects: {
        projects: [both('Go', 'Java'), both('Go'), project('B', { main: ['Go', 'Zig'] })],
      },
    })
    const lists = projects.flatMap(({ technologies }) => [...technologies.values()])
    expect(lists).toHaveLength(5)
    expect(new Set(lists).size).toBe(2)
  })

  it('gives a technology without letters a slug', async () => {
    const { technologies } = await join({ projects: { projects: [project('A', ['★'])] } })
    expect(technologies).toMatchObject([{ name: '★', slug: 'technology' }])
  })
})
