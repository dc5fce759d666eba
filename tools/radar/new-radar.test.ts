import { directoratesFrom } from '@landscape/contracts/directorates'
import { describe, expect, it } from '@jest/globals'
import { FORMATS } from './formats.ts'
import { importInto } from './import-radar.ts'
import type { ImportRejected } from './report.ts'

const OPTIONS = {
  replace: false,
  date: '2026-11-22',
  now: Infinity,
  by: 'kim@acme.example',
  isRemovalConfirmed: false,
  directorates: directoratesFrom([]),
}

function read(format: string, content: unknown) {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  return FORMATS[format]!.read(new Map([['', text]]))
}

function csv(...rows: string[]) {
  return read('byor-csv', ['name,ring,quadrant,isNew,status,description', ...rows].join('\n'))
}

/** Reports and message of a rejected import. */
function rejection(format: string, content: unknown) {
  try {
    importInto(undefined, read(format, content), OPTIONS)
  } catch (error) {
    const { reports, message } = error as ImportRejected
    return { reports: reports.map(({ location, detail }) => `${location} ${detail}`), message }
  }
  return undefined
}

describe('importInto without a stored radar', () => {
  it('creates a radar from the file', () => {
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

  it('requires names when the file has only numbers', () => {
    const go = { label: 'Go', quadrant: 0, ring: 3 }
    const advice = 'Name them in the file: "quadrants": [{ "name": … }]'
    expect(rejection('zalando', { entries: [go] })).toEqual({
      reports: [],
      message: expect.stringContaining(
        `no quadrants and no rings, and no radar is stored. ${advice}`,
      ),
    })
    expect(rejection('zalando', { entries: [go, {}], rings: [{ name: 'USE' }] })).toEqual({
      reports: ['entries[1] label is missing; quadrant is missing; ring is missing'],
      message: expect.stringMatching(/defines no quadrants, and no radar is stored\. Name them/),
    })
  })

  it('reports the faults of entries instead of the missing rings that they cause', () => {
    expect(rejection('byor-json', [{ name: 'Go', ring: 'adopt', quadrant: 1 }])).toEqual({
      reports: ['[0] quadrant must be a string'],
      message: 'Nothing was stored: see the rejected entries.',
    })
  })

  it('gives no advice about members that the format does not have', () => {
    expect(rejection('byor-json', [])?.message).toMatch(/no radar is stored\.$/)
  })

  it('stores well-known rings in their order and states an assumed order', () => {
    const { next, result } = importInto(
      undefined,
      csv('A,caution,T', 'B,assess,T', 'C,exit,T', 'D,adopt,T'),
      OPTIONS,
    )
    const assumed = ['adopt', 'assess', 'caution', 'exit']
    expect(next.rings).toMatchObject(assumed.map((id) => ({ id })))
    expect(result.notes).toEqual([`Assumed order of rings, innermost first: ${assumed.join(', ')}`])
    const moved = importInto(next, csv('A,adopt,T'), OPTIONS)
    expect(moved.next.entries[0]).toMatchObject({ timeline: [{}, { moved: 2 }] })
    expect(moved.result.notes).toEqual([])
  })

  it('stores the same timeline, whether the entry is new or known', () => {
    const rings = ['adopt', 'trial', 'assess'].map((id) => ({ id, name: id }))
    const timeline = [
      { ringId: 'assess', date: '2024-03-01', moved: 0 },
      { ringId: 'trial', date: '2025-02-01', moved: 1 },
      { ringId: 'adopt', date: '2026-01-15', moved: 0 },
    ]
    const file = (positions: unknown[]) => {
      const entry = { id: 'go', title: 'Go', quadrant: 't', timeline: positions }
      return read('backstage', { quadrants: [{ id: 't', name: 'T' }], rings, entries: [entry] })
    }
    const first = importInto(undefined, file(timeline.slice(0, 1)), OPTIONS).next
    const known = importInto(first, file(timeline), OPTIONS).next
    expect(known).toEqual(importInto(undefined, file(timeline), OPTIONS).next)
    expect(known.entries).toMatchObject([
      { timeline: [{ ringId: 'assess' }, { ringId: 'trial', moved: 1 }, { ringId: 'adopt' }] },
    ])
    const { result } = importInto(known, file(timeline.toReversed()), OPTIONS)
    expect(result.reports).toMatchObject([{ kind: 'unchanged' }])
  })
})
