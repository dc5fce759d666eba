import { describe, expect, it } from '@jest/globals'
import { FORMATS } from './formats.ts'

function read(format: string, text: string | Record<string, string>) {
  const files = typeof text === 'string' ? { '': text } : text
  return FORMATS[format]!.read(new Map(Object.entries(files)))
}

const HEAD = 'name,ring,quadrant,isNew,status,description\n'

describe('byor-csv', () => {
  it('reads cells with commas, quotation marks, line breaks and HTML', () => {
    const { entries } = read(
      'byor-csv',
      `${HEAD}"A ""b"", c",Adopt,Tools,TRUE,,"<p>one</p>\n<p>two</p>"\n`,
    )
    expect(entries).toEqual([
      {
        location: 'line 2',
        title: 'A "b", c',
        quadrant: 'Tools',
        description: 'one\n\ntwo',
        positions: [{ ring: 'Adopt', movement: 'new' }],
      },
    ])
  })

  it('reads columns in any order and case, separated by semicolons', () => {
    const { entries } = read('byor-csv', 'Ring;Quadrant;NAME\nhold;tools;A, b\n')
    expect(entries).toMatchObject([
      { title: 'A, b', quadrant: 'tools', positions: [{ ring: 'hold' }] },
    ])
  })

  it('sorts well-known rings and keeps the order of others', () => {
    const rings = (text: string) => read('byor-csv', `${HEAD}${text}`).rings.map(({ name }) => name)
    expect(rings('a,Hold,T,,,\nb,Adopt,T,,,\n')).toEqual(['Adopt', 'Hold'])
    expect(rings('a,Out,T,,,\nb,Adopt,T,,,\n')).toEqual(['Out', 'Adopt'])
  })

  it('removes the apostrophe that escapes a formula', () => {
    const { entries } = read('byor-csv', `${HEAD}'@acme/x,adopt,Tools,,,"'=A1"\n`)
    expect(entries).toMatchObject([{ title: '@acme/x', description: '=A1' }])
  })

  it('trims unquoted cells and keeps spaces in quoted ones', () => {
    const { entries } = read('byor-csv', `${HEAD} Go , Adopt ,"  Tools ",,, " one " \n`)
    expect(entries).toMatchObject([
      { title: 'Go', quadrant: '  Tools ', description: ' one ', positions: [{ ring: 'Adopt' }] },
    ])
  })

  it('returns the line of each row without name, ring or quadrant', () => {
    const { faults } = read('byor-csv', `${HEAD}"a\nb",adopt,T,,,\n\n,adopt,T,,,\nGo, ,,,,\n`)
    expect(faults).toEqual([
      { location: 'line 5', title: '', detail: 'name must not be empty' },
      {
        location: 'line 6',
        title: 'Go',
        detail: 'ring must not be empty; quadrant must not be empty',
      },
    ])
  })

  it.each([
    ['', 'line 1: missing columns: name, ring, quadrant'],
    ['name,quadrant\nGo,T\n', 'line 1: missing columns: ring'],
    [`${HEAD}Go,adopt\n`, 'line 2: has more or fewer cells than the first line'],
    [
      `${HEAD}Go,adopt,T,,,\n"A,adopt,T,,,\nB,adopt,T,,,\n`,
      'after line 2: a quotation mark is not closed',
    ],
    [`${HEAD}"A"x,adopt,T,,,\n`, 'line 2: a quotation mark within a cell is not doubled'],
    [`${HEAD}A"x,adopt,T,,,\n`, 'line 2: an unquoted cell has a quotation mark'],
  ])('rejects %j', (text, message) => {
    expect(() => read('byor-csv', text)).toThrow(message)
  })
})

describe('byor-json', () => {
  it('reads flags as strings or booleans and prefers the status', () => {
    const blip = { name: 'Go', ring: 'adopt', quadrant: 'Tools' }
    const { entries } = read(
      'byor-json',
      JSON.stringify([
        { ...blip, isNew: 'TRUE' },
        { ...blip, isNew: false },
        { ...blip, isNew: 'FALSE', status: 'Moved In' },
        blip,
      ]),
    )
    expect(entries.map(({ positions: [present] }) => present?.movement)).toEqual([
      'new',
      'none',
      'in',
      undefined,
    ])
  })

  it.each([
    ['{"a":1}', 'the file must be an array'],
    ['[\n{"name":\n', 'line 3: is not JSON'],
    ['[\n{},\n}]', 'line 3: is not JSON'],
    ['['.repeat(1_000_000), 'line 1: is not JSON'],
  ])('rejects invalid JSON and non-arrays (case %#)', (text, message) => {
    expect(() => read('byor-json', text)).toThrow(message)
  })

  it('returns the path of each invalid element', () => {
    const { faults } = read('byor-json', '[{"name":"Go","ring":"adopt"},7]')
    expect(faults.map(({ location, title }) => [location, title])).toEqual([
      ['[0]', 'Go'],
      ['[1]', undefined],
    ])
  })
})

describe('zalando', () => {
  it('reads quadrant and ring indexes, links, movements and the month', () => {
    const entry = { quadrant: 3, ring: 1, label: 'Flink', link: 'https://acme.example', moved: 2 }
    const { entries, isDefined } = read(
      'zalando',
      JSON.stringify({ date: '2023.10', entries: [entry, { ...entry, moved: -1, active: false }] }),
    )
    expect(isDefined).toBe(false)
    expect(entries).toMatchObject([
      {
        location: 'entries[0]',
        title: 'Flink',
        quadrant: 3,
        url: 'https://acme.example',
        positions: [{ ring: 1, date: '2023-10', movement: 'new' }],
      },
      { positions: [{ movement: 'out' }], note: expect.stringContaining('active: false') },
    ])
  })
})

describe('backstage', () => {
  const entry = {
    id: 'go',
    key: 'go',
    title: 'Go',
    quadrant: 'languages',
    timeline: [
      { date: '2020-08-06T00:00:00.000Z', ringId: 'adopt', moved: 1 },
      { date: '2020-07-05T10:30:00Z', ringId: 'trial', description: 'first' },
    ],
  }
  const file = (...entries: unknown[]) =>
    JSON.stringify({
      quadrants: [{ id: 'languages', name: 'Languages' }],
      rings: [{ id: 'adopt', name: 'ADOPT', color: '#5BA300', description: 'use it' }],
      entries,
    })

  it('reads timelines that start with the present position', () => {
    const { entries, rings } = read('backstage', file(entry))
    expect(rings).toEqual([{ id: 'adopt', name: 'ADOPT', color: '#5BA300', description: 'use it' }])
    expect(entries[0]?.positions).toEqual([
      {
        ring: 'trial',
        date: '2020-07-05T10:30:00.000Z',
        description: 'first',
        movement: undefined,
      },
      { ring: 'adopt', date: '2020-08-06', description: undefined, movement: 'in' },
    ])
  })

  it('returns the path and errors of each invalid entry', () => {
    const { faults } = read(
      'backstage',
      file({ ...entry, timeline: [{ date: 'soon', ringId: 'adopt' }] }),
    )
    expect(faults).toEqual([
      { location: 'entries[0]', title: 'Go', detail: 'timeline[0].date is not an ISO 8601 date' },
    ])
    expect(read('backstage', file({ title: 'Go', quadrant: 7, timeline: [] })).faults[0]).toEqual({
      location: 'entries[0]',
      title: 'Go',
      detail: 'id is missing; quadrant must be a string; timeline must not be empty',
    })
    const readInvalid = () =>
      read('backstage', '{"quadrants":[{"id":"x"}],"rings":"none","entries":[]}')
    expect(readInvalid).toThrow('quadrants[0].name is missing; rings must be an array')
  })
})
