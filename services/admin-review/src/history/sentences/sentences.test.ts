import { describe, expect, it } from '@jest/globals'
import { diff, operationsOf } from '@landscape/store/history/diff'
import { labelsOf, type Labels } from './labels.ts'
import { sentencesOf } from './sentences.ts'

const ADA = { email: 'ada@acme.example' }
const at = (ringId: string, description = '') => ({ ringId, description, date: '2026-11-01' })
const entry = (id: string, more: object = {}) => ({
  id,
  title: `The ${id}`,
  quadrant: '1',
  description: 'old',
  timeline: [at('review')],
  ...more,
})
const radar = (entries: unknown[]) => ({
  title: 'Radar',
  quadrants: [
    { id: '1', name: 'Languages' },
    { id: '2', name: 'Frameworks' },
  ],
  rings: [
    { id: 'adopt', name: 'ADOPT' },
    { id: 'assess', name: 'ASSESS' },
  ],
  entries,
})
const many = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, i) => entry(`e${i}`, more))

function described(
  document: string,
  before: unknown,
  after: unknown,
  {
    actor = ADA,
    labels = labelsOf(after),
  }: { actor?: { email: string } | null; labels?: Labels } = {},
) {
  return sentencesOf({ document, actor, operations: operationsOf(diff(before, after)) }, labels)
}
const ofRadar = (before: unknown[], after: unknown[]) =>
  described('radar', radar(before), radar(after))

describe('sentences of a change of the radar', () => {
  it('name both rings and the reason of a move', () => {
    const moved = entry('zed', {
      timeline: [at('review'), at('assess', 'two teams build with it')],
    })
    expect(ofRadar([entry('zed')], [moved])).toEqual([
      'The zed moved from Review to Assess: two teams build with it',
    ])
  })

  it('omit a repetition of the move from its reason', () => {
    const moved = entry('zed', {
      timeline: [at('review'), at('assess', 'Moved from review to assess: it builds')],
    })
    expect(ofRadar([entry('zed')], [moved])).toEqual([
      'The zed moved from Review to Assess: it builds',
    ])
  })

  it('name the final ring of several moves in one save', () => {
    const moved = entry('zed', { timeline: [at('review'), at('assess'), at('adopt', 'fine')] })
    expect(ofRadar([entry('zed')], [moved])).toEqual(['The zed moved from Review to Adopt: fine'])
  })

  it('omit the previous ring when the timeline was replaced later', () => {
    const moved = entry('zed', { timeline: [at('review'), at('assess', 'why')] })
    const later = radar([entry('zed', { timeline: [at('adopt'), at('adopt')] })])
    const labels = labelsOf(later)
    expect(described('radar', radar([entry('zed')]), radar([moved]), { labels })).toEqual([
      'The zed moved to Assess: why',
    ])
  })

  it('compare a position with the one before it of the same directorate', () => {
    const timeline = [at('trial'), { ...at('hold'), directorate: 1 }]
    const stored = entry('zed', { timeline })
    const shared = entry('zed', { timeline: [...timeline, at('adopt', 'fine')] })
    expect(ofRadar([stored], [shared])).toEqual(['The zed moved from Trial to Adopt: fine'])
    const own = entry('zed', { timeline: [...timeline, { ...at('assess', 'it'), directorate: 1 }] })
    expect(ofRadar([stored], [own])).toEqual(['The zed moved from Hold to Assess: it'])
    const first = entry('zed', { timeline: [...timeline, { ...at('hold', 'no'), directorate: 2 }] })
    expect(ofRadar([stored], [first])).toEqual(['The zed moved to Hold: no'])
  })

  it('name the ring to which a removed position moves an entry back', () => {
    const moved = entry('zed', { timeline: [at('review'), at('assess')] })
    expect(ofRadar([moved], [entry('zed')])).toEqual(['The zed moved back from Assess to Review'])
  })

  it('report a position in the same ring as a changed timeline', () => {
    const confirmed = entry('zed', { timeline: [at('review'), at('review', 'again')] })
    expect(ofRadar([entry('zed')], [confirmed])).toEqual(['Ada changed the timeline of The zed'])
  })

  it('name the altered parts, the quadrants and the new title of an entry', () => {
    const changes: [object, string][] = [
      [{ description: 'new' }, 'Ada changed the description of The zed'],
      [{ description: 'new', url: 'u' }, 'Ada changed the description and URL of The zed'],
      [{ quadrant: '2' }, 'Ada moved The zed from the quadrant Languages to Frameworks'],
      [{ title: 'Zed' }, 'Ada renamed The zed to Zed'],
    ]
    for (const [more, sentence] of changes) {
      expect(ofRadar([entry('zed')], [entry('zed', more)])).toEqual([sentence])
    }
  })

  it('name added entries with ring and quadrant, and removed ones', () => {
    const zed = entry('zed', { timeline: [at('assess')] })
    expect(ofRadar([], [zed])).toEqual(['Ada added The zed to Assess (Languages)'])
    expect(ofRadar([zed, entry('zig')], [])).toEqual([
      'Ada removed The zed and The zig from the radar',
    ])
  })

  it('count many added, changed and moved entries', () => {
    expect(ofRadar([], many(300))).toEqual(['Ada added 300 entries to the radar'])
    expect(ofRadar(many(300), many(300, { description: 'new' }))).toEqual([
      'Ada changed 300 entries',
    ])
    const moved = many(12).map((one, i) => ({
      ...one,
      timeline: [at('review'), at(i < 8 ? 'adopt' : 'assess')],
    }))
    expect(ofRadar(many(12), moved)).toEqual(['12 entries moved: 8 to Adopt and 4 to Assess'])
    expect(
      ofRadar([entry('a'), ...many(9)], [entry('a', { quadrant: '2' }), ...moved.slice(0, 9)]),
    ).toEqual(['9 entries moved: 8 to Adopt and 1 to Assess', 'Ada changed 1 entry'])
  })

  it('describe rings, quadrants and members of the radar', () => {
    const before = radar([])
    const ring = { ...before, rings: [{ id: 'adopt', name: 'USE' }, before.rings[1]] }
    expect(described('radar', before, ring)).toEqual(['Ada renamed the ring ADOPT to USE'])
    expect(described('radar', before, { ...before, title: 'New' })).toEqual([
      'Ada changed the title of the technology radar',
    ])
    const reordered = { ...before, rings: before.rings.toReversed() }
    expect(described('radar', before, reordered)).toEqual(['Ada reordered the rings'])
  })

  it('describe another program and an unchanged document', () => {
    expect(described('radar', undefined, radar([]), { actor: null })).toEqual([
      'Another program created the technology radar',
    ])
    expect(described('radar', radar([]), radar([]))).toEqual(['No value was changed'])
  })
})

describe('sentences of a change of banners', () => {
  const banner = (id: string, more: object = {}) => ({ id, message: `Hello ${id}`, ...more })
  const ofBanners = (before: unknown[], after: unknown[]) =>
    described('banners', { messages: before }, { messages: after })

  it('quote one banner and count several', () => {
    expect(ofBanners([], [banner('a')])).toEqual(['Ada added the banner “Hello a”'])
    expect(
      ofBanners(
        [],
        ['a', 'b', 'c'].map((id) => banner(id)),
      ),
    ).toEqual(['Ada added 3 banners'])
    expect(ofBanners([banner('a'), banner('b')], [banner('b')])).toEqual([
      'Ada removed the banner “Hello a”',
    ])
  })

  it('report whether a banner was shown or hidden', () => {
    const [shown, hidden] = [banner('a', { show: true }), banner('a', { show: false })]
    expect(ofBanners([shown], [hidden])).toEqual(['Ada hid the banner “Hello a”'])
    expect(ofBanners([hidden], [shown])).toEqual(['Ada showed the banner “Hello a”'])
  })

  it('name the altered parts', () => {
    expect(ofBanners([banner('a')], [banner('a', { endsAt: '2026-12-01' })])).toEqual([
      'Ada changed the end of the banner “Hello a”',
    ])
  })
})

describe('sentences of a change of technology lists', () => {
  it('name few items, count many, and report a new order', () => {
    const ofLists = (before: string[], after: string[]) =>
      described('lists', { code_editors: before }, { code_editors: after })
    const items = Array.from({ length: 12 }, (_, i) => `i${i}`)
    expect(ofLists(['Go'], ['Go', 'Zig'])).toEqual(['Ada added Zig to the list code editors'])
    expect(ofLists(['Go'], ['Zig'])).toEqual([
      'Ada added Zig to the list code editors and removed Go',
    ])
    expect(ofLists([], items)).toEqual(['Ada added 12 technologies to the list code editors'])
    expect(ofLists(['a', 'b'], ['b', 'a'])).toEqual(['Ada reordered the list code editors'])
    const many = Array.from({ length: 300 }, (_, i) => `many ${i}`)
    expect(ofLists(['a', 'b', ...many], [...items, 'b'])).toEqual([
      'Ada added 12 technologies to the list code editors and removed 301 technologies',
    ])
    expect(ofLists(['a', ...many], ['a'])).toEqual([
      'Ada removed 300 technologies from the list code editors',
    ])
    expect(described('lists', {}, { code_editors: items })).toEqual([
      'Ada added the technology list code editors',
    ])
  })
})

describe('sentences of a change of projects', () => {
  const project = (name: string, languages: string[], more: object = {}) => ({
    details: [{ name }],
    architecture: { languages: { main: languages } },
    ...more,
  })
  const ofProjects = (before: unknown[], after: unknown[]) =>
    described('projects', { projects: before }, { projects: after })

  it('name the project, its sections and the technologies', () => {
    const before = [project('Tides', ['Go'])]
    expect(ofProjects(before, [project('Tides', ['Go', 'Zig'])])).toEqual([
      'Ada added Zig to the languages of Tides',
    ])
    expect(ofProjects(before, [project('Tides', ['Zig'], { stage: 'Live' })])).toEqual([
      'Ada changed the languages and stage of the project Tides',
    ])
    expect(ofProjects([], before)).toEqual(['Ada added the project Tides'])
  })

  it('report a technology that was renamed in several projects', () => {
    const using = (language: string) => many(5).map(({ id }) => project(id, [language]))
    expect(ofProjects(using('Go'), using('Golang'))).toEqual([
      'Ada renamed Go to Golang in 5 projects',
    ])
  })
})

describe('sentences of a change of technology names', () => {
  const ofNames = (before: unknown, after: unknown) => described('technology-names', before, after)
  const name = (aliases: string[]) => [{ name: 'PostgreSQL', aliases }]

  it('name the technology, and few aliases', () => {
    expect(ofNames(name([]), name(['psql']))).toEqual(['Ada added the alias psql of PostgreSQL'])
    expect(ofNames(name(['a', 'b']), name([]))).toEqual([
      'Ada removed the aliases a and b of PostgreSQL',
    ])
    expect(ofNames(name(['a', 'b']), name(['c', 'd']))).toEqual([
      'Ada added the aliases c and d of PostgreSQL and removed the aliases a and b of PostgreSQL',
    ])
    expect(ofNames(name(['a', 'b']), name(['b', 'a']))).toEqual([
      'Ada reordered the aliases of PostgreSQL',
    ])
    expect(ofNames(name([]), name(['a', 'b', 'c', 'd']))).toEqual([
      'Ada added 4 aliases of PostgreSQL',
    ])
  })

  it('name the aliases that an added or removed technology has', () => {
    const go = { name: 'Go', aliases: ['Golang'] }
    expect(ofNames(name([]), [...name([]), go])).toEqual(['Ada added the alias Golang of Go'])
    expect(ofNames([...name(['a', 'b']), go], [])).toEqual([
      'Ada removed the aliases a and b of PostgreSQL and the alias Golang of Go',
    ])
    expect(ofNames([], name([]))).toEqual(['Ada added the technology name PostgreSQL'])
    const many = ['a', 'b', 'c', 'd'].map((one) => ({ name: one, aliases: [] }))
    expect(ofNames(many, [])).toEqual(['Ada removed 4 technology names'])
  })

  it('report a new order', () => {
    const two = [...name([]), { name: 'Go', aliases: [] }]
    expect(ofNames(two, two.toReversed())).toEqual(['Ada reordered the technology names'])
  })

  it('report the first names', () => {
    expect(ofNames(undefined, name([]))).toEqual(['Ada created the technology names'])
  })
})

describe('the author in a sentence', () => {
  it.each([
    ['kim.shore@acme.example', 'Kim Shore'],
    ['', 'An unknown author'],
    [null, 'Another program'],
  ])('of %s is %s', (email, name) => {
    const actor = email === null ? null : { email }
    const [sentence] = described('lists', { a: [] }, { a: ['x'] }, { actor })
    expect(sentence).toBe(`${name} added x to the list a`)
  })
})
