import { describe, expect, it } from '@jest/globals'
import { RADAR_EXAMPLE, type RadarDocument } from '@landscape/contracts'
import type { FileRadar } from './file-radar.ts'
import { FORMATS } from './formats.ts'
import { importInto } from './import-radar.ts'

const OPTIONS = {
  replace: false,
  date: '2026-11-22',
  by: 'kim@acme.example',
  isRemovalConfirmed: false,
}
const [ZIG] = RADAR_EXAMPLE.entries

function csv(...rows: string[]): FileRadar {
  const text = `name,ring,quadrant,isNew,status,description\n${rows.join('\n')}\n`
  return FORMATS['byor-csv']!.read(new Map([['', text]]))
}

function backstage(...entries: unknown[]): FileRadar {
  const { quadrants, rings } = RADAR_EXAMPLE
  return FORMATS['backstage']!.read(new Map([['', JSON.stringify({ quadrants, rings, entries })]]))
}

function zalando(config: unknown): FileRadar {
  return FORMATS['zalando']!.read(new Map([['', JSON.stringify(config)]]))
}

/** Kind and detail of each report, by title. */
function outcomes(radar: RadarDocument | undefined, file: FileRadar, options = {}) {
  const { result } = importInto(radar, file, { ...OPTIONS, ...options })
  return Object.fromEntries(
    result.map(({ title, kind, detail }) => [title, `${kind} ${detail}`.trim()]),
  )
}

function entriesAfter(radar: RadarDocument | undefined, file: FileRadar, options = {}) {
  return importInto(radar, file, { ...OPTIONS, ...options }).next.entries
}

/** What the refusal of an import says. */
function refusal(radar: RadarDocument | undefined, file: FileRadar, options = {}) {
  try {
    importInto(radar, file, { ...OPTIONS, ...options })
  } catch (error) {
    return error
  }
  return undefined
}

describe('importing into a radar', () => {
  it('moves an entry that lies in another ring now, and keeps all else of it', () => {
    const file = csv('zig,Adopt,languages,FALSE,,')
    expect(outcomes(RADAR_EXAMPLE, file)).toEqual({ zig: 'moved TRIAL → ADOPT; title' })
    expect(entriesAfter(RADAR_EXAMPLE, file)).toEqual([
      {
        ...ZIG,
        title: 'zig',
        timeline: [
          ...ZIG!.timeline,
          {
            moved: 1,
            ringId: 'adopt',
            date: '2026-11-22',
            description: 'Moved from trial to adopt',
            author: 'kim@acme.example',
          },
        ],
      },
    ])
  })

  it('adds what the radar does not have, with an id of its title', () => {
    const file = csv('C#,hold,Languages,TRUE,,Old', 'C++,hold,Languages,TRUE,,')
    expect(outcomes(RADAR_EXAMPLE, file)).toEqual({
      'C#': 'added HOLD, Languages',
      'C++': 'added HOLD, Languages',
    })
    expect(entriesAfter(RADAR_EXAMPLE, file)).toMatchObject([
      { id: 'c', title: 'C#', description: 'Old', quadrant: '1', links: [], url: '#' },
      { id: 'c-2', title: 'C++' },
      { id: ZIG!.id },
    ])
  })

  it('leaves the radar as it is when the file says nothing new', () => {
    const file = csv('Zig,TRIAL,Languages,FALSE,,')
    const { next, result } = importInto(RADAR_EXAMPLE, file, OPTIONS)
    expect(next).toBe(RADAR_EXAMPLE)
    expect(result).toMatchObject([{ kind: 'unchanged', title: 'Zig' }])
  })

  it('removes what is not in the file only when it replaces', () => {
    const file = csv('Go,adopt,Languages,TRUE,,')
    expect(outcomes(RADAR_EXAMPLE, file, { replace: true })).toEqual({
      Go: 'added ADOPT, Languages',
      Zig: 'removed',
    })
    const { next } = importInto(RADAR_EXAMPLE, file, { ...OPTIONS, replace: true })
    expect(next).toMatchObject({ ...RADAR_EXAMPLE, entries: [{ title: 'Go' }] })
  })

  it('removes much only when that is confirmed', () => {
    const radar = {
      ...RADAR_EXAMPLE,
      entries: Array.from({ length: 20 }, (_, i) => ({ ...ZIG, id: `e${i}`, title: `E${i}` })),
    }
    const options = { replace: true }
    const file = csv('Go,adopt,Languages,TRUE,,')
    expect(refusal(radar, file, options)).toMatchObject({
      message: expect.stringContaining(
        'This would remove 20 of 20 entries. Nothing was stored; --confirm-removal',
      ),
    })
    expect(entriesAfter(radar, file, { ...options, isRemovalConfirmed: true })).toHaveLength(1)
  })

  it('takes the quadrants and rings of a file that replaces, with the ids of those that it has as well', () => {
    const file = csv('Go,adopt,languages,TRUE,,', 'Scrum,hold,Techniques,TRUE,,')
    const { next } = importInto(RADAR_EXAMPLE, file, { ...OPTIONS, replace: true })
    expect(next.quadrants).toEqual([
      { id: '1', name: 'languages' },
      { id: 'techniques', name: 'Techniques' },
    ])
    expect(next.rings).toEqual(RADAR_EXAMPLE.rings)
  })

  it('refuses quadrants and rings that the radar does not have, and tells those that it has', () => {
    expect(
      refusal(RADAR_EXAMPLE, csv('Go,hodl,Languages,,,', 'Scrum,hold,Techniques,,,')),
    ).toMatchObject({
      reports: [
        {
          kind: 'refused',
          title: 'Go',
          place: 'line 2',
          detail: '"hodl" is no ring of this radar; rings are ADOPT, TRIAL, ASSESS, HOLD',
        },
        {
          place: 'line 3',
          detail:
            '"Techniques" is no quadrant of this radar; quadrants are Languages, Frameworks, Infrastructure, Supporting Tools',
        },
      ],
    })
  })

  it('refuses an entry that is there twice', () => {
    const file = csv('Go,adopt,Languages,,,', 'Go,hold,languages,,,')
    expect(refusal(RADAR_EXAMPLE, file)).toMatchObject({
      reports: [
        { kind: 'added' },
        {
          kind: 'refused',
          place: 'line 3',
          detail: 'an entry before it has the same name and quadrant',
        },
      ],
    })
    const entry = {
      id: 'go',
      title: 'Go',
      quadrant: '1',
      timeline: [{ date: '2026', ringId: 'hold' }],
    }
    expect(refusal(RADAR_EXAMPLE, backstage(entry, { ...entry, quadrant: '2' }))).toMatchObject({
      reports: [{ kind: 'added' }, { detail: 'an entry before it has the same id' }],
    })
  })

  it('tells entries of one name apart by their quadrants', () => {
    const radar = {
      ...RADAR_EXAMPLE,
      entries: [ZIG!, { ...ZIG!, id: 'zig-tool', quadrant: '2', description: 'builds' }],
    }
    const file = csv('Zig,TRIAL,Frameworks,,,links', 'Zig,ADOPT,Languages,,,')
    expect(entriesAfter(radar, file)).toMatchObject([
      { id: ZIG!.id, quadrant: '1', timeline: { length: 3 } },
      { id: 'zig-tool', quadrant: '2', description: 'links', timeline: ZIG!.timeline },
    ])
  })

  it('knows an entry by its name alone when that lies in another quadrant now', () => {
    const file = csv('Zig,TRIAL,Frameworks,,,')
    expect(outcomes(RADAR_EXAMPLE, file)).toEqual({ Zig: 'changed quadrant' })
  })

  it('refuses what reviewers may not save either, at its place in the file', () => {
    const file = csv('Go,adopt,Languages,,,', `${'x'.repeat(501)},adopt,Languages,,,`)
    expect(refusal(RADAR_EXAMPLE, file)).toMatchObject({
      reports: [
        { kind: 'added', title: 'Go' },
        { kind: 'refused', place: 'line 3', detail: expect.stringContaining('title') },
      ],
    })
  })

  it('puts the past that a file tells where it belongs, and lets the present stand', () => {
    const timeline = [{ date: '2026-05-01', ringId: 'hold', description: 'Stopped for a while' }]
    const file = backstage({ id: ZIG!.id, title: 'Zig', quadrant: '1', timeline })
    expect(outcomes(RADAR_EXAMPLE, file)).toEqual({ Zig: 'changed timeline' })
    const [entry] = entriesAfter(RADAR_EXAMPLE, file)
    const { timeline: after } = entry as { timeline: unknown[] }
    expect(after).toMatchObject([
      ZIG!.timeline[0],
      { ringId: 'hold', moved: -1, date: '2026-05-01', author: 'kim@acme.example' },
      ZIG!.timeline[1],
    ])
  })

  it('counts the last position that a file with a past tells, when that is later', () => {
    const timeline = [{ date: '2026-11-01', ringId: 'adopt' }]
    const file = backstage({ id: ZIG!.id, title: 'Zig', quadrant: '1', timeline })
    expect(outcomes(RADAR_EXAMPLE, file)).toEqual({ Zig: 'moved TRIAL → ADOPT' })
  })

  it('takes the names of a file that has numbers only from the radar', () => {
    const file = zalando({ date: '2026.11', entries: [{ label: 'Go', quadrant: 0, ring: 3 }] })
    expect(outcomes(RADAR_EXAMPLE, file)).toEqual({ Go: 'added HOLD, Languages' })
  })
})

describe('importing where there is no radar', () => {
  it('makes one of what the file says', () => {
    const { next } = importInto(undefined, csv('Go,Adopt,Languages & Co,FALSE,moved in,'), OPTIONS)
    expect(next).toMatchObject({
      title: 'Technology Radar',
      quadrants: [{ id: 'languages-co', name: 'Languages & Co' }],
      rings: [{ id: 'adopt', name: 'Adopt' }],
      entries: [
        {
          id: 'go',
          quadrant: 'languages-co',
          timeline: [{ moved: 1, ringId: 'adopt', date: '2026-11-22' }],
        },
      ],
    })
  })

  it('asks for names where a file has numbers only', () => {
    const file = zalando({ entries: [{ label: 'Go', quadrant: 0, ring: 3 }] })
    expect(() => importInto(undefined, file, OPTIONS)).toThrow('Name them in the file')
  })
})
