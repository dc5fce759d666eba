import { inSlices } from '@landscape/contracts/async/in-slices'
import { describe, expect, it } from '@jest/globals'
import { joinLandscape } from '../join/join-landscape.ts'
import type { Landscape } from '../join/landscape.ts'
import { createSearchIndex } from './search-index.ts'

const project = (name: string, main: string[], details: object = {}) => ({
  details: [{ name, programme_name: 'Harbour Operations', ...details }],
  architecture: { languages: { main } },
})

/** Joins projects alone. */
const landscapeOf = (projects: readonly object[]) =>
  inSlices(
    joinLandscape({
      projects: { projects: [...projects] },
      radar: { title: '', quadrants: [], rings: [], entries: [] },
      repositories: { repositories: [] },
      lists: {},
      directorates: [],
      names: [],
    }),
  )

const landscape = await inSlices(
  joinLandscape({
    projects: {
      projects: [
        project('Harbour Berths', ['Angular', 'C#', 'Postgres'], {
          short_name: 'HB',
          project_description: 'Books berths for arriving vessels',
        }),
        project('Tide Tables', ['Node.js', 'C++', 'R']),
      ],
    },
    radar: {
      title: 'Radar',
      quadrants: [],
      rings: [],
      entries: [
        {
          id: 'a',
          title: 'Angular',
          description: 'Single pages',
          timeline: [{ ringId: 'hold', date: '2024-04-15' }],
        },
      ],
    },
    repositories: { repositories: [{ name: 'harbour-ui', url: 'https://scm.example/harbour-ui' }] },
    lists: {},
    directorates: [],
    names: [{ name: 'PostgreSQL', aliases: ['Postgres'] }],
  }),
)
async function indexOf(joined: Landscape) {
  const index = createSearchIndex()
  await index.update(joined)
  return {
    ...index,
    search: (text: string, options: Omit<Parameters<typeof index.search>[1], 'landscape'>) =>
      index.search(text, { landscape: joined, ...options }),
  }
}
const index = await indexOf(landscape)
const search = (text: string, kinds?: Parameters<typeof index.search>[1]['kinds']) =>
  index
    .search(text, { limit: 10, isSignedIn: true, ...(kinds && { kinds }) })
    .map(({ kind, title }) => `${kind} ${title}`)

describe('createSearchIndex', () => {
  it.each([
    ['angu', 'technology Angular'],
    ['node js', 'technology Node.js'],
    ['c#', 'technology C#'],
    ['c++', 'technology C++'],
    ['postgres', 'technology PostgreSQL'],
    ['harbour operations', 'programme Harbour Operations'],
    ['tide', 'project Tide Tables'],
    ['vessels', 'project Harbour Berths'],
    ['HB', 'project Harbour Berths'],
    ['harbour-ui', 'repository harbour-ui'],
    ['single pages', 'radar-entry Angular'],
  ])('finds for %s first the %s', (text, first) => {
    expect(search(text)[0]).toBe(first)
  })

  it('finds a radar entry by its description, and its technology by the title', () => {
    expect(search('angular')).toEqual(['technology Angular'])
    expect(search('single')).toEqual(['radar-entry Angular'])
  })

  it('reports where the query was found', () => {
    expect(index.search('vessels', { limit: 1, isSignedIn: true })).toEqual([
      {
        kind: 'project',
        title: 'Harbour Berths',
        ring: null,
        planned: null,
        projects: null,
        foundIn: ['description'],
        link: '/projects/harbour-berths',
      },
    ])
  })

  it('reports the ring of technologies and entries, and the number of projects', () => {
    const found = ['angular', 'single', 'harbour'].flatMap((text) =>
      index.search(text, { limit: 10, isSignedIn: true }),
    )
    expect(found.map(({ kind, ring, projects }) => [kind, ring, projects])).toEqual([
      ['technology', 'hold', 1],
      ['radar-entry', 'hold', 1],
      ['project', null, null],
      ['programme', null, 2],
      ['repository', null, null],
      ['project', null, null],
    ])
  })

  it('lists names before descriptions, and complete words before beginnings', async () => {
    const ordered = await indexOf(
      await landscapeOf([
        project('Tidehouse', []),
        project('Ferries', [], { project_description: 'Tidemarks' }),
        project('Locks', [], { project_description: 'tide tide tide tide' }),
        project('Tables', [], { short_name: 'Tide' }),
        project('Coast tide gauges of all harbours', []),
        project('Tide', []),
      ]),
    )
    const titles = ordered.search('tide', { limit: 10, isSignedIn: true }).map(({ title }) => title)
    expect(titles[0]).toBe('Tide')
    expect(new Set(titles.slice(1, 3))).toEqual(
      new Set(['Tables', 'Coast tide gauges of all harbours']),
    )
    expect(titles.slice(3)).toEqual(['Tidehouse', 'Locks', 'Ferries'])
  })

  it('finds no word with a typing error', () => {
    expect(search('anguler')).toEqual([])
  })

  it('ignores repeated words and those after the eighth', () => {
    const words = 'books berths for arriving vessels harbour tide tables'.split(' ')
    expect(search(`${words.slice(0, 5).join(' ')} ${'books '.repeat(10)}`)).toHaveLength(1)
    expect(search([...words.slice(0, 5), 'HB', 'harbour', 'operations', 'none'].join(' '))).toEqual(
      ['project Harbour Berths'],
    )
  })

  it('completes words of at least three letters', () => {
    expect(search('ang')).toEqual(['technology Angular'])
    expect(search('an')).toEqual([])
  })

  it('completes no word that thousands of words begin with', async () => {
    const names = Array.from({ length: 3_600 }, (_, i) => `quay${i}`)
    const projects = Array.from({ length: 12 }, (_, i) =>
      project(`P${i}`, names.slice(300 * i, 300 * (i + 1))),
    )
    const quays = await indexOf(await landscapeOf([...projects, project('Quays', ['Quay'])]))
    const found = (text: string) =>
      quays.search(text, { limit: 10, isSignedIn: true }).map(({ title }) => title)
    expect(found('quay')).toEqual(['Quay'])
    expect(found('quay12')[0]).toBe('quay12')
  })

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
    'finds %s, and words that begin with it',
    async (word) => {
      const named = await indexOf(await landscapeOf([project(`${word} tool`, [`${word}s`])]))
      const found = named.search(word, { limit: 5, isSignedIn: true })
      expect(found.map(({ title }) => title).sort()).toEqual([`${word} tool`, `${word}s`].sort())
    },
  )

  it('ignores the most frequent words of a query, except the rarest', async () => {
    const projects = Array.from({ length: 250 }, (_, i) =>
      project(`P${i}`, [], {
        project_description: `tide ${i === 7 ? 'lock' : ''}`,
        short_name: `x${'tide tide '.repeat(40)}`.trim(),
      }),
    )
    const tides = await indexOf(await landscapeOf(projects))
    const found = (text: string) =>
      tides.search(text, { limit: 300, isSignedIn: true }).map(({ title }) => title)
    expect(found('tide lock')).toEqual(['P7'])
    expect(found('tide')).toHaveLength(250)
  })

  it('completes words although a project was edited many times', async () => {
    const index = createSearchIndex()
    const words = (edit: number) =>
      Array.from({ length: 290 }, (_, i) => `quay${edit}x${i}`).join(' ')
    for (let edit = 0; edit < 40; edit++) {
      const edited = project('Edited', [], { project_description: words(edit) })
      await index.update(await landscapeOf([edited, project('Other', ['Quaylight'])]))
    }
    const found = index.search('quay', { limit: 5, isSignedIn: true, landscape })
    expect(found.map(({ title }) => title)).toEqual(['Quaylight', 'Edited'])
  })

  it('indexes the beginning of a description', async () => {
    const project_description = `${'x '.repeat(1_000)}beyond`
    const long = await indexOf(await landscapeOf([project('Long', [], { project_description })]))
    expect(long.search('beyond', { limit: 1, isSignedIn: true })).toEqual([])
    expect(long.search('x', { limit: 1, isSignedIn: true })).toMatchObject([{ title: 'Long' }])
  })

  it('finds repositories that are not public for signed-in callers only', async () => {
    const find = (isSignedIn: boolean) =>
      index.search('harbour-ui', { limit: 1, isSignedIn }).map(({ title }) => title)
    expect([find(true), find(false)]).toEqual([['harbour-ui'], []])
  })

  it('requires every word of the query', () => {
    expect(search('vessels tables')).toEqual([])
  })

  it('returns only the requested kinds, up to the limit', () => {
    expect(search('harbour', ['repository'])).toEqual(['repository harbour-ui'])
    expect(index.search('harbour', { limit: 1, isSignedIn: true })).toHaveLength(1)
  })

  it.each(['', '  ', '---', '*', 'zzzzzz', '\u0000', '__proto__'])(
    'finds nothing for %j',
    (text) => {
      expect(search(text)).toEqual([])
    },
  )
})

describe('correctionOf', () => {
  const correctionOf = (text: string, isSignedIn = true) => index.correctionOf(text, isSignedIn)

  it.each([
    ['anguler', 'angular'],
    ['Angulr', 'angular'],
    ['anngular', 'angular'],
    ['angualr', 'angular'],
    ['nagular', 'angular'],
    ['harbuor brths', 'harbour berths'],
    ['tide talbes', 'tide tables'],
    ['nodee js', 'node js'],
    ['nodjes', 'nodejs'],
    ['postgras', 'postgres'],
  ])('corrects one error in a word: %s', (text, corrected) => {
    expect(correctionOf(text)).toBe(corrected)
    expect(search(corrected)).not.toEqual([])
  })

  it.each(['anguloo', 'agunlar', 'raluang', 'hbb', 'r2', 'zzzzzz', '', '---', 'harbour zzzz'])(
    'corrects no other word: %s',
    (text) => {
      expect(correctionOf(text)).toBeUndefined()
    },
  )

  it('corrects to no word of fewer than four letters', async () => {
    const predictors = await indexOf(
      await landscapeOf([project('old-tide-predictor', []), project('Cold stores', [])]),
    )
    expect(predictors.correctionOf('hold', true)).toBe('cold')
    expect(predictors.correctionOf('holt', true)).toBeUndefined()
  })

  it('corrects to words that the caller may find', () => {
    expect(correctionOf('harbour-ui')).toBe('harbour ui')
    expect(correctionOf('harbuor-ui')).toBe('harbour ui')
    expect(correctionOf('harbuor-ui', false)).toBeUndefined()
  })
})

describe('update', () => {
  const berths = project('Berths', ['Go'], { project_description: 'Books berths' })
  const options = { limit: 10, isSignedIn: true }

  it.each([
    ['a changed project', [project('Berths', ['Rust'], { project_description: 'Sells fish' })]],
    ['another project of its name', [berths, project('Berths', ['Go'])]],
    ['a removed project', [project('Tides', [])]],
  ])('finds as a new index does after %s', async (_what, projects) => {
    const former = await landscapeOf([berths, project('Cargo', ['Go'])])
    const next = await landscapeOf([...projects, project('Cargo', ['Go'])])
    const updated = createSearchIndex()
    await updated.update(former)
    await updated.update(next)
    const created = await indexOf(next)
    for (const text of ['berths', 'books', 'fish', 'go', 'rust', 'cargo', 'tides', 'harbour']) {
      const inOrder = (hits: object[]) => hits.map((hit) => JSON.stringify(hit)).toSorted()
      expect(inOrder(updated.search(text, { ...options, landscape: next }))).toEqual(
        inOrder(created.search(text, options)),
      )
    }
    expect(updated.removed).toBeLessThan(6)
  })
})

describe('similarNames', () => {
  it('finds technologies whose key differs by up to two letters', () => {
    expect(index.similarNames('anguler', 'technology')).toEqual(['Angular'])
    expect(index.similarNames('harbour', 'technology')).toEqual([])
  })

  it('finds nothing for a name of more than 40 characters', () => {
    expect(index.similarNames('Angulas'.padEnd(41, 'x'), 'technology')).toEqual([])
    expect(index.similarNames('Angulas', 'technology')).toEqual(['Angular'])
  })

  it.each([
    ['apache kafka', ['Kafka']],
    ['AWS S3', ['Amazon S3']],
    ['spring', ['Spring Boot']],
    ['Spring Boot 3', ['Spring Boot']],
    ['boot loader', []],
  ])('finds for %s the names that share all words of one of both: %j', async (name, expected) => {
    const known = await indexOf(
      await landscapeOf([project('Berths', ['Kafka', 'Amazon S3', 'AWS', 'Spring Boot'])]),
    )
    expect(known.similarNames(name, 'technology')).toEqual(expected)
  })

  it('finds projects by their words and by two wrong letters', () => {
    expect(index.similarNames('tide table', 'project')).toEqual(['Tide Tables'])
    expect(index.similarNames('The Harbour Berths', 'project')).toEqual(['Harbour Berths'])
    expect(index.similarNames('Angular', 'project')).toEqual([])
  })
})
