import { describe, expect, it } from '@jest/globals'
import { FORMATS } from './formats.ts'
import { matchParts } from './match-parts.ts'

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

  it.each([
    'Languages & Frameworks',
    'languages-and-frameworks',
    'Languages and  Frameworks',
    'LANGUAGES\u00a0&\u00a0FRAMEWORKS',
    'languages_and_frameworks',
    'Languages&Frameworks',
    'Languages \u2013 and \u2013 Frameworks',
  ])('treats the spelling %j as the same quadrant', (spelling) => {
    const rows = `Go,adopt,Languages & Frameworks,,,\nElm,adopt,"${spelling}",,,\n`
    const { quadrants, entries } = read('byor-csv', HEAD + rows)
    expect([quadrants.length, entries.length]).toEqual([1, 2])
    const stored = [{ id: 'q1', name: 'Languages & Frameworks' }]
    const matched = matchParts([{ name: spelling }], stored, {
      isDefined: false,
      replaces: false,
    })
    expect(matched.find(spelling)?.id).toBe('q1')
  })

  it('keeps quadrants apart whose words differ', () => {
    const rows =
      'Go,adopt,Languages,,,\nElm,adopt,Languages and Frameworks,,,\nC,adopt,C++,,,\nD,adopt,C,,,\n'
    expect(read('byor-csv', HEAD + rows).quadrants).toHaveLength(4)
  })

  it.each([
    [',Moved-In', 'in', undefined],
    [',no  change', 'none', undefined],
    [',promoted', undefined, 'the status "promoted" is not imported'],
    ['yes,', 'none', 'isNew "yes" is neither TRUE nor FALSE'],
  ])('reads isNew and status %j', (cells, movement, note) => {
    const { entries } = read('byor-csv', `${HEAD}Go,adopt,Tools,${cells},\n`)
    expect(entries).toMatchObject([{ positions: [{ movement }] }])
    expect(entries[0]?.note).toBe(note)
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

  it('returns the line of each malformed row and reads the others', () => {
    const { entries, faults } = read(
      'byor-csv',
      [
        'name,ring,quadrant,description',
        '"A"x,adopt,T,',
        'B"x,adopt,T,',
        'C,adopt,T,"one\r\n\r\ntwo"',
        'D, the second,adopt,T,x',
        'E,adopt,T,one, two',
        '',
        '"F,adopt,T,',
        'G,adopt,T,',
      ].join('\r\n'),
    )
    expect(faults).toEqual([
      { location: 'line 2', title: '', detail: 'a quotation mark within a cell is not doubled' },
      { location: 'line 3', title: '', detail: 'an unquoted cell has a quotation mark' },
      { location: 'line 7', title: 'D', detail: 'has 5 cells, the first line has 4' },
      { location: 'line 8', title: 'E', detail: 'has 5 cells, the first line has 4' },
      { location: 'line 10', title: '', detail: 'a quotation mark is not closed' },
    ])
    expect(entries.map(({ title, location }) => [title, location])).toEqual([
      ['C', 'line 4'],
      ['G', 'line 11'],
    ])
  })

  it('stops after 100 malformed rows', () => {
    const { faults } = read('byor-csv', HEAD + 'a"b\n'.repeat(200))
    expect(faults).toHaveLength(101)
    expect(faults.at(-1)).toMatchObject({
      location: 'after line 101',
      detail: 'the rows were not read',
    })
  })

  it('reads missing cells at the end of a row as empty and ignores superfluous empty ones', () => {
    const { entries, faults } = read('byor-csv', `${HEAD}A,adopt,T\nB,adopt,T,TRUE,,x,,\n,,,,\n`)
    expect(entries).toMatchObject([
      { title: 'A', description: undefined, positions: [{ movement: undefined }] },
      { title: 'B', description: 'x', positions: [{ movement: 'new' }] },
    ])
    expect(faults).toEqual([])
  })

  it('names columns with values that are not imported', () => {
    const columns = 'name,ring,quadrant,owner,,previous,\n'
    const { notes } = read('byor-csv', `${columns}A,adopt,T,Kim,x,,\nB,adopt,T,Kim,,,\n`)
    expect(notes).toEqual(['Columns not imported: owner, 5'])
    expect(read('byor-csv', `${HEAD}A,adopt,T,,,\n`).notes).toEqual([])
  })

  it.each([
    ['', 'line 1: missing columns: name, ring, quadrant'],
    ['name,quadrant\nGo,T\n', 'line 1: missing columns: ring'],
    ['name,"ring,quadrant\nGo,adopt,T\n', 'line 1: a quotation mark is not closed'],
  ])('rejects the first line of %j', (text, message) => {
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

  it('treats null as absent and names other members once', () => {
    const blip = { name: 'Go', ring: 'adopt', quadrant: 'T', isNew: null, description: null }
    const { entries, notes } = read(
      'byor-json',
      JSON.stringify([
        { ...blip, owner: 'Kim' },
        { ...blip, owner: 'Ada', link: null, note: '' },
      ]),
    )
    expect(entries).toMatchObject([{ title: 'Go', description: undefined }, {}])
    expect(notes).toEqual(['Members not imported: owner'])
  })
})
