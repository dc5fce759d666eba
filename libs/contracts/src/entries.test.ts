import { describe, expect, it } from '@jest/globals'
import { entryOf, partOf } from './entries.ts'

describe('entryOf', () => {
  it('reads the id, the title and the positions of an entry', () => {
    const timeline = [
      { ringId: 'trial', date: '2026-01-01', description: 'first', directorate: 1 },
      { ringId: 'gone', date: 'soon', description: 7 },
    ]
    const raw = { id: 'zig', title: ' Zig ', quadrant: '9', timeline, more: true }
    expect(entryOf(raw)).toEqual({
      isOpaque: false,
      raw,
      id: 'zig',
      title: 'Zig',
      quadrant: '9',
      description: '',
      useInstead: '',
      timeline: [
        { ringId: 'trial', at: Date.parse('2026-01-01'), description: 'first', directorate: 1 },
        { ringId: 'gone', at: undefined, description: '', directorate: undefined },
      ],
    })
  })

  it('skips malformed positions', () => {
    const entry = { id: 'zig', title: 'Zig' }
    const timeline = [null, 'adopt', {}, { ringId: 7 }, { ringId: 'hold' }]
    expect(entryOf({ ...entry, timeline })).toMatchObject({ timeline: [{ ringId: 'hold' }] })
    expect(entryOf({ ...entry, timeline: 'hold' })).toMatchObject({ timeline: [] })
  })

  it.each([[null], ['zig'], [[]], [{ id: 'zig' }], [{ title: 'Zig' }], [{ id: 7, title: 'Zig' }]])(
    'returns %j as opaque',
    (raw) => {
      expect(entryOf(raw)).toEqual({ isOpaque: true, raw })
    },
  )
})

describe('partOf', () => {
  it('reads a quadrant or ring, which has the name of its id without one', () => {
    const raw = { id: 'adopt', name: ' ADOPT ', color: '#008a00' }
    expect(partOf(raw)).toEqual({
      isOpaque: false,
      raw,
      id: 'adopt',
      name: 'ADOPT',
    })
    expect(partOf({ id: 'hold', name: 7 })).toMatchObject({ name: 'hold' })
  })

  it.each([null, 'text', {}, { id: 7 }, { id: '' }])('is opaque for %j', (raw) => {
    expect(partOf(raw)).toEqual({ isOpaque: true, raw })
  })
})
