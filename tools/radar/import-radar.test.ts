import { describe, expect, it } from '@jest/globals'
import { directoratesFrom } from '@landscape/contracts/directorates'
import { RADAR_EXAMPLE } from '@landscape/dev/examples'
import type { RadarDocument } from '@landscape/contracts/landscape'
import type { FileRadar } from './file-radar.ts'
import { FORMATS } from './formats.ts'
import { importInto } from './import-radar.ts'

const OPTIONS = {
  replace: false,
  date: '2026-11-22',
  now: Infinity,
  by: 'kim@acme.example',
  isRemovalConfirmed: false,
  directorates: directoratesFrom([]),
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
    result.reports.map(({ title, kind, detail }) => [title, `${kind} ${detail}`.trim()]),
  )
}

function entriesAfter(radar: RadarDocument | undefined, file: FileRadar, options = {}) {
  return importInto(radar, file, { ...OPTIONS, ...options }).next.entries
}

/** The error of a rejected import. */
function rejection(radar: RadarDocument | undefined, file: FileRadar, options = {}) {
  try {
    importInto(radar, file, { ...OPTIONS, ...options })
  } catch (error) {
    return error
  }
  return undefined
}

describe('importInto a stored radar', () => {
  it('moves an entry to another ring and keeps its other values', () => {
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

  it('adds a new entry with an id from its title', () => {
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

  it('keeps the radar unchanged when the file matches it', () => {
    const file = csv('Zig,TRIAL,Languages,FALSE,,')
    const { next, result } = importInto(RADAR_EXAMPLE, file, OPTIONS)
    expect(next).toBe(RADAR_EXAMPLE)
    expect(result.reports).toMatchObject([{ kind: 'unchanged', title: 'Zig' }])
  })

  it('removes entries missing in the file only with replace', () => {
    const file = csv('Go,adopt,Languages,TRUE,,')
    expect(outcomes(RADAR_EXAMPLE, file, { replace: true })).toEqual({
      Go: 'added ADOPT, Languages',
      Zig: 'removed',
    })
    const { next } = importInto(RADAR_EXAMPLE, file, { ...OPTIONS, replace: true })
    expect(next).toMatchObject({ ...RADAR_EXAMPLE, entries: [{ title: 'Go' }] })
  })

  it('removes many entries only with confirmation', () => {
    const radar = {
      ...RADAR_EXAMPLE,
      entries: Array.from({ length: 20 }, (_, i) => ({ ...ZIG, id: `e${i}`, title: `E${i}` })),
    }
    const options = { replace: true }
    const file = csv('Go,adopt,Languages,TRUE,,')
    expect(rejection(radar, file, options)).toMatchObject({
      message: expect.stringContaining(
        'This would remove 20 of 20 entries. Nothing was stored; --confirm-removal',
      ),
    })
    expect(entriesAfter(radar, file, { ...options, isRemovalConfirmed: true })).toHaveLength(1)
  })

  it('replaces quadrants and rings and keeps the ids of matching ones', () => {
    const file = csv('Go,adopt,languages,TRUE,,', 'Scrum,hold,Techniques,TRUE,,')
    const { next } = importInto(RADAR_EXAMPLE, file, { ...OPTIONS, replace: true })
    expect(next.quadrants).toEqual([
      { id: '1', name: 'languages' },
      { id: 'techniques', name: 'Techniques' },
    ])
    expect(next.rings).toEqual(RADAR_EXAMPLE.rings)
  })

  it('rejects unknown quadrants and rings and lists the known ones', () => {
    expect(
      rejection(RADAR_EXAMPLE, csv('Go,hodl,Languages,,,', 'Scrum,hold,Techniques,,,')),
    ).toMatchObject({
      reports: [
        {
          kind: 'rejected',
          title: 'Go',
          location: 'line 2',
          detail: '"hodl" is not a ring of this radar; rings are ADOPT, TRIAL, ASSESS, HOLD',
        },
        {
          location: 'line 3',
          detail:
            '"Techniques" is not a quadrant of this radar; quadrants are Languages, Frameworks, ' +
            'Infrastructure, Supporting Tools',
        },
      ],
    })
  })

  it('rejects a duplicate entry', () => {
    const file = csv('Go,adopt,Languages,,,', 'Go,hold,languages,,,')
    expect(rejection(RADAR_EXAMPLE, file)).toMatchObject({
      reports: [
        { kind: 'added' },
        {
          kind: 'rejected',
          location: 'line 3',
          detail: 'an earlier entry has the same name and quadrant',
        },
      ],
    })
    const entry = {
      id: 'go',
      title: 'Go',
      quadrant: '1',
      timeline: [{ date: '2026', ringId: 'hold' }],
    }
    expect(rejection(RADAR_EXAMPLE, backstage(entry, { ...entry, quadrant: '2' }))).toMatchObject({
      reports: [{ kind: 'added' }, { detail: 'an earlier entry has the same id' }],
    })
  })

  it('distinguishes entries with the same name by quadrant', () => {
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

  it('matches an entry by name when its quadrant has changed', () => {
    const file = csv('Zig,TRIAL,Frameworks,,,')
    expect(outcomes(RADAR_EXAMPLE, file)).toEqual({ Zig: 'changed quadrant' })
  })

  it('rejects values that reviewers cannot save, with the line in the file', () => {
    const file = csv('Go,adopt,Languages,,,', `${'x'.repeat(501)},adopt,Languages,,,`)
    expect(rejection(RADAR_EXAMPLE, file)).toMatchObject({
      reports: [
        { kind: 'added', title: 'Go' },
        { kind: 'rejected', location: 'line 3', detail: expect.stringContaining('title') },
      ],
    })
  })

  it('inserts past positions by date and keeps the present one', () => {
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

  it('moves an entry to the last position of the file when it is later', () => {
    const timeline = [{ date: '2026-11-01', ringId: 'adopt' }]
    const file = backstage({ id: ZIG!.id, title: 'Zig', quadrant: '1', timeline })
    expect(outcomes(RADAR_EXAMPLE, file)).toEqual({ Zig: 'moved TRIAL → ADOPT' })
  })

  describe('with plans', () => {
    const now = Date.parse('2026-11-22T10:00:00Z')
    const plan = { ringId: 'hold', date: '2027-03-01', moved: -2, description: 'Stop' }
    const [zig] = RADAR_EXAMPLE.entries as { timeline: object[] }[]
    const planned = {
      ...RADAR_EXAMPLE,
      entries: [{ ...zig, timeline: [...(zig?.timeline ?? []), plan] }],
    }

    it.each([
      ['a plan of the file', RADAR_EXAMPLE, 'Zig', 'changed timeline'],
      ['a new entry that has only plans', RADAR_EXAMPLE, 'Go', 'added without a ring, Languages'],
    ])('reports no move for %s', (_, radar, title, outcome) => {
      const entry = title === 'Zig' ? { id: ZIG!.id } : { id: 'go' }
      const file = backstage({ ...entry, title, quadrant: '1', timeline: [plan] })
      expect(outcomes(radar, file, { now })).toEqual({ [title]: outcome })
    })

    it('moves from the present ring, and keeps the plan behind the move', () => {
      const file = csv('Zig,adopt,Languages,FALSE,,')
      expect(outcomes(planned, file, { now })).toEqual({ Zig: 'moved TRIAL → ADOPT' })
      const [entry] = entriesAfter(planned, file, { now }) as { timeline: object[] }[]
      expect(entry?.timeline.slice(-2)).toMatchObject([{ ringId: 'adopt' }, plan])
    })

    it('adds an entry that has only plans to its ring before them', () => {
      const radar = { ...RADAR_EXAMPLE, entries: [{ ...zig, timeline: [plan] }] }
      const file = csv('Zig,adopt,Languages,FALSE,,')
      expect(entriesAfter(radar, file, { now })).toMatchObject([
        { timeline: [{ moved: 0, ringId: 'adopt', description: 'Added to adopt' }, plan] },
      ])
    })
  })

  it('resolves numeric quadrants and rings by the stored radar', () => {
    const file = zalando({ date: '2026.11', entries: [{ label: 'Go', quadrant: 0, ring: 3 }] })
    expect(outcomes(RADAR_EXAMPLE, file)).toEqual({ Go: 'added HOLD, Languages' })
  })

  it('compares the ring with the present one of the default directorate', () => {
    const directorates = directoratesFrom([
      { id: 0, name: 'Coast' },
      { id: 1, name: 'Harbour' },
    ])
    const [zig] = RADAR_EXAMPLE.entries as { timeline: object[] }[]
    const held = { moved: 0, ringId: 'hold', date: '2026-10-06', description: '', directorate: 1 }
    const entry = { ...zig, timeline: [...(zig?.timeline ?? []), held] }
    const radar = { ...RADAR_EXAMPLE, entries: [entry] }
    const file = csv('Zig,trial,Languages,FALSE,,')
    expect(entriesAfter(radar, file, { directorates })).toEqual([entry])
  })
})
