import { describe, expect, it } from '@jest/globals'
import { atOnce } from '@landscape/contracts/async/in-slices'
import { createLookAlikeIndex } from '../names/look-alike-index.ts'
import { joinLandscape, type LandscapeDocuments } from '../join/join-landscape.ts'
import { landscapeOf } from '../join/landscape-view.ts'
import { advise } from './advise.ts'

const position = (ringId: string, date: string, description = '', more: object = {}) => ({
  moved: 0,
  ringId,
  date,
  description,
  ...more,
})
const entry = (title: string, timeline: object[], more: object = {}) => ({
  id: title.toLowerCase(),
  title,
  quadrant: '1',
  description: '',
  timeline,
  ...more,
})
const project = (name: string, ...languages: string[]) => ({
  details: [{ name }],
  architecture: { languages: { main: languages, others: [] } },
  stage: 'Development',
})
const RINGS: object[] = ['adopt', 'trial', 'assess', 'hold'].map((id) => ({ id, name: id }))

function landscape(entries: object[], more: Partial<LandscapeDocuments> = {}, rings = RINGS) {
  const quadrants = [{ id: '1', name: 'Languages' }]
  return atOnce(
    joinLandscape({
      projects: { projects: [project('Berths', 'Zig')] },
      radar: { title: '', quadrants, rings, entries },
      repositories: { repositories: [] },
      lists: {},
      names: [],
      directorates: [],
      ...more,
    }),
  )
}
function advice(name: string, of = landscape([])) {
  const index = atOnce(createLookAlikeIndex(of.technologies))
  return advise([name], of, index).advice[0]!
}

/** A project that names technologies. */
const named = (...names: string[]) => ({ projects: { projects: [project('A', ...names)] } })

describe('advise', () => {
  it('returns the ring, the move into it, what to use instead and the adopted entries', () => {
    const moved = [
      position('trial', '2020-01-01', 'First'),
      position('hold', '2024-04-15', 'No team starts with it'),
      position('hold', '2025-01-01', 'Confirmed'),
    ]
    const of = landscape(
      [
        entry('Redux', moved, { useInstead: 'zustand' }),
        entry('Zustand', [position('adopt', '2024-01-01')]),
        ...['A', 'B', 'C', 'D', 'E'].map((one) => entry(one, [position('adopt', '2024-01-01')])),
        entry('Elsewhere', [position('adopt', '2024-01-01')], { quadrant: '2' }),
      ],
      {
        projects: {
          projects: [
            project('Berths', 'redux', 'E', 'A'),
            project('Tides', 'Redux', 'E'),
            { ...project('Quays'), architecture: { database: { main: ['B'] } } },
            { ...project('Piers', 'C'), stage: 'Retired' },
          ],
        },
      },
    )
    expect(advice('redux', of)).toEqual({
      name: 'redux',
      found: true,
      technology: 'Redux',
      ring: 'hold',
      meaning: 'Advised against: do not start to use it.',
      since: '2024-04-15',
      reason: 'No team starts with it',
      useInstead: expect.objectContaining({
        title: 'Zustand',
        ring: { id: 'adopt', name: 'adopt' },
      }),
      planned: null,
      lookAlikes: [],
      adopted: ['E', 'A'],
      projects: 2,
      link: '/technologies/redux',
    })
    expect(advice('E', of).adopted).toEqual(['A'])
    expect(advice('D', of).adopted).toEqual([])
  })

  it('resolves aliases', () => {
    const of = landscape([entry('PostgreSQL', [position('adopt', '2024-01-01')])], {
      names: [{ name: 'PostgreSQL', aliases: ['Postgres'] }],
    })
    expect(advice('Postgres', of)).toMatchObject({ technology: 'PostgreSQL', ring: 'adopt' })
  })

  it('names look-alikes on the radar without giving their ring to the name', () => {
    const of = landscape([entry('Angular', [position('hold', '2024-01-01')])])
    expect(advice('Angular 2', of)).toMatchObject({
      found: false,
      technology: null,
      ring: null,
      meaning: 'Nobody has assessed it under this name, but `lookAlikes` has names on the radar.',
      lookAlikes: [{ name: 'Angular', ring: 'hold', reason: 'the names differ only by a version' }],
      projects: 0,
    })
  })

  it.each([
    ['Zig', true, 'Nobody has assessed it: it is not on the radar.', 1],
    [
      'Nim',
      false,
      'Nobody has assessed it under this name: no source of the landscape contains it.',
      0,
    ],
    ['Ada', true, 'Nobody has assessed it: its entry on the radar has no ring.', 0],
    [
      '__proto__',
      false,
      'Nobody has assessed it under this name: no source of the landscape contains it.',
      0,
    ],
    [
      'constructor',
      false,
      'Nobody has assessed it under this name: no source of the landscape contains it.',
      0,
    ],
  ])('explains why nobody has assessed %s', (name, found, meaning, projects) => {
    const given = advice(name, landscape([entry('Ada', [])]))
    expect(given).toMatchObject({ found, meaning, projects, ring: null, reason: null })
  })

  it.each([
    ['adopt', 'Recommended: use it where it fits.'],
    ['TRIAL', 'Promising: use it in a project that accepts the risk.'],
    ['assess', 'Under assessment: try it out, but do not depend on it.'],
    ['review', 'Under review: the organisation has not decided on its ring.'],
    ['ignore', 'Advised against: the organisation does not consider it.'],
    ['sunset', 'Teams migrate away from it until 2027.'],
    ['constructor', 'The radar does not explain its ring constructor.'],
  ])('explains the ring %s', (ringId, meaning) => {
    const described = {
      id: 'sunset',
      name: 'Sunset',
      description: ' Teams migrate away from it until 2027. ',
    }
    const of = landscape([entry('Zig', [position(ringId, '2024-01-01')])], {}, [
      ...RINGS,
      described,
    ])
    expect(advice('zig', of)).toMatchObject({ meaning })
  })

  it('uses the rings of the directorate', () => {
    const of = landscape(
      [
        entry('Zig', [
          position('adopt', '2024-01-01'),
          position('hold', '2025-01-01', 'Ours', { directorate: 1 }),
        ]),
      ],
      {
        directorates: [
          { id: 0, name: 'Coast' },
          { id: 1, name: 'Harbour' },
        ],
      },
    )
    const harbour = landscapeOf(of, of.directorates.find(1)!)
    expect([advice('zig', of).ring, advice('zig', harbour).ring]).toEqual(['adopt', 'hold'])
    expect(advice('zig', harbour)).toMatchObject({ reason: 'Ours', since: '2025-01-01' })
  })

  it('names the directorates that have assessed a technology when the requested one has not', () => {
    const directorates = ['Coast', 'Harbour', 'Marine'].map((name, id) => ({ id, name }))
    const decided = [1, 2].map((directorate) => position('hold', '2024-01-01', '', { directorate }))
    const of = landscape([entry('Zig', decided)], { directorates })
    expect(advice('zig', of)).toMatchObject({
      ring: null,
      meaning: 'Only other directorates have assessed it: Harbour, Marine.',
    })
  })

  it('takes the first ring that is not advised against for the best one without adopt', () => {
    const rings = ['hold', 'core', 'edge'].map((id) => ({ id, name: id }))
    const of = landscape(
      ['Ada', 'Zig'].map((one, i) => entry(one, [position(['core', 'edge'][i]!, '2024-01-01')])),
      named('Ada', 'Zig'),
      rings,
    )
    expect(advice('zig', of).adopted).toEqual(['Ada'])
  })

  it('never takes entries in review or without a ring for adopted ones', () => {
    const at = (...rings: string[]) => rings.map((ringId) => position(ringId, '2024-01-01'))
    const entries = [entry('Ada', at('review')), entry('Nim', []), entry('Zig', at('hold'))]
    expect(advice('zig', landscape(entries, named('Ada', 'Nim', 'Zig'), [])).adopted).toEqual([])
    expect(
      advice('zig', landscape(entries, named('Ada', 'Nim', 'Zig'), [{ id: 'hold', name: '' }]))
        .adopted,
    ).toEqual([])
    const adopted = [...entries, entry('C', at('ADOPT'))]
    expect(advice('zig', landscape(adopted, named('C', 'Zig'), [])).adopted).toEqual(['C'])
  })

  it('returns null for the projects while no project is stored', () => {
    expect(advice('Nim', landscape([], { projects: {} })).projects).toBeNull()
  })

  const names = Array.from({ length: 50 }, (_, i) => `Name ${i}`)
  const held = (name: string, reason: string) =>
    entry(name, [position('hold', '2024-01-01', reason)])

  it.each([
    ['語', 500],
    ['\u0001', 100],
  ])(
    'shortens a reason of %j to %d characters, so that the reply has at most 100 KB',
    (character, length) => {
      const of = landscape(names.map((name) => held(name, character.repeat(9_000))))
      const reply = advise(names, of, () => [])
      expect(Buffer.byteLength(JSON.stringify(reply))).toBeLessThanOrEqual(100 * 1024)
      expect(reply.advice[0]?.reason).toBe(`${character.repeat(length - 1)}…`)
    },
  )

  it('rejects names whose advice exceeds 100 KB', () => {
    const long = landscape(
      names.map((name) => held(name, '')),
      { names: names.map((name) => ({ name: `${name} ${'語'.repeat(90)}`, aliases: [name] })) },
    )
    const alike = long.technologies.slice(0, 5).map((technology) => ({ technology, why: '語' }))
    expect(() => advise(names, long, () => alike)).toThrow('request fewer names')
  })
})
