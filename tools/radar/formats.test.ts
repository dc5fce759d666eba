import { describe, expect, it } from '@jest/globals'
import { FORMATS } from './formats.ts'

function read(format: string, text: string | Record<string, string>) {
  const files = typeof text === 'string' ? { '': text } : text
  return FORMATS[format]!.read(new Map(Object.entries(files)))
}

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

  it.each([
    ['2023.10', '2023-10'],
    ['2026-08-17', '2026-08-17'],
    ['2026.08.17', '2026-08-17'],
    ['2026/8/7', '2026-08-07'],
    ['2026-08-17T09:30:00Z', '2026-08-17T09:30:00Z'],
    [' 2026 ', '2026'],
    ['', undefined],
  ])('keeps the date %j as %j', (date, expected) => {
    const entries = [{ quadrant: 0, ring: 0, label: 'Go' }]
    const file = read('zalando', JSON.stringify({ date, entries }))
    expect(file.entries).toMatchObject([{ positions: [{ date: expected }] }])
    expect(file.notes).toEqual([])
  })

  it.each(['08/2026', '2026-02-30', '2026-13', 'August 2026', '17.08.2026'])(
    'names the date %j that is not understood',
    (date) => {
      const entries = [{ quadrant: 0, ring: 0, label: 'Go' }]
      const file = read('zalando', JSON.stringify({ date, entries }))
      expect(file.entries[0]?.positions[0]?.date).toBeUndefined()
      expect(file.notes).toEqual([expect.stringContaining(`date "${date}" is not understood`)])
    },
  )

  it('accepts any value of members that it does not use, and null for those that it does', () => {
    const entry = { quadrant: 0, ring: 0, label: 'Go', active: 'TRUE', moved: null, link: null }
    const { entries, faults } = read(
      'zalando',
      JSON.stringify({ title: null, entries: [entry, { ...entry, active: 'False', link: '' }] }),
    )
    expect(faults).toEqual([])
    expect(entries).toMatchObject([
      { url: undefined, positions: [{ movement: 'none' }], note: undefined },
      { url: undefined, note: expect.stringContaining('active: false') },
    ])
  })

  it('rejects a null element with its path', () => {
    expect(read('zalando', '{"entries":[null]}').faults).toEqual([
      { location: 'entries[0]', title: undefined, detail: 'it must be an object' },
    ])
  })

  it('names members that are not imported once, up to a maximum', () => {
    const entry = { quadrant: 0, ring: 0, label: 'Go', owner: 'Kim' }
    const config = { width: 1, rings: [{ name: 'A', icon: 'x' }], entries: [entry, entry] }
    expect(read('zalando', JSON.stringify(config)).notes).toEqual([
      'Members not imported: rings[].icon, width, entries[].owner',
    ])
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`m${i}`, i]))
    const [note] = read('zalando', JSON.stringify({ ...many, entries: [] })).notes
    expect(note).toMatch(/m19, and 10 more$/)
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

  it('sorts timelines by day, whatever their order', () => {
    const [present, first] = entry.timeline
    const middle = { date: '2020-07-20', ringId: 'hold' }
    const ringsOf = (...timeline: unknown[]) =>
      read('backstage', file({ ...entry, timeline })).entries[0]?.positions.map(({ ring }) => ring)
    expect(ringsOf(first, middle, present)).toEqual(['trial', 'hold', 'adopt'])
    expect(ringsOf(present, first, middle)).toEqual(['trial', 'hold', 'adopt'])
    const sameDay = { ...middle, date: present!.date }
    expect(ringsOf(present, sameDay, first)).toEqual(['trial', 'hold', 'adopt'])
    expect(ringsOf(first, sameDay, present)).toEqual(['trial', 'hold', 'adopt'])
    const laterThatDay = { ...middle, date: '2020-08-06T10:00:00Z' }
    expect(ringsOf(present, laterThatDay, first)).toEqual(['trial', 'hold', 'adopt'])
  })

  it('takes the key of an entry without an id', () => {
    const { entries } = read('backstage', file({ ...entry, id: undefined, url: null }))
    expect(entries).toMatchObject([{ id: 'go', url: undefined }])
  })

  it('reads the title and names members that are not imported', () => {
    const { title, notes } = read(
      'backstage',
      JSON.stringify({ ...JSON.parse(file({ ...entry, owner: 'Kim' })), title: 'Acme' }),
    )
    expect([title, notes]).toEqual(['Acme', ['Members not imported: entries[].owner']])
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
