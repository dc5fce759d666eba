import { describe, expect, it } from '@jest/globals'
import { byReviewer } from './attribute.ts'
import { updateRadar } from './update-radar.ts'

const REVIEWER = 'rui@acme.example'
const item = { moved: 0, ringId: 'adopt', date: '2026', description: '' }
const entry = (id: string, more: object = {}) => ({
  id,
  title: id,
  quadrant: '1',
  timeline: [item],
  ...more,
})
const structure = {
  title: 'Acme',
  quadrants: [{ id: '1', name: 'One' }],
  rings: [{ id: 'adopt', name: 'ADOPT' }],
}
const radar = { ...structure, entries: [entry('a'), entry('b')], version: 3 }

describe('updateRadar', () => {
  it('merges entries into what is stored', () => {
    expect(updateRadar(radar, { entries: [entry('c')] }, byReviewer(REVIEWER))).toEqual({
      radar: {
        ...radar,
        entries: [...radar.entries, entry('c', { timeline: [{ ...item, author: REVIEWER }] })],
      },
      kept: [],
    })
  })

  it('checks references of merged entries against what is stored', () => {
    for (const bad of [
      entry('c', { quadrant: '2' }),
      entry('c', { timeline: [{ ...item, ringId: 'x' }] }),
    ]) {
      expect(() => updateRadar(radar, { entries: [bad] }, byReviewer(REVIEWER))).toThrow(
        expect.objectContaining({
          code: 'invalid-input',
          message: expect.stringContaining('Invalid entry structure: entry c, '),
        }),
      )
    }
  })

  it('replaces everything with a structure, in its order, and signs what is new', () => {
    const whole = { ...structure, title: 'New' }
    const entries = [entry('z', { filteredTimeline: [] }), entry('a')]
    const { radar: next } = updateRadar(radar, { structure: whole, entries }, byReviewer(REVIEWER))
    expect(next).toEqual({
      ...whole,
      entries: [entry('z', { timeline: [{ ...item, author: REVIEWER }] }), entry('a')],
      version: 3,
    })
  })

  it('has nothing to merge into without a radar', () => {
    const merge = () => updateRadar(undefined, { entries: [entry('a')] }, byReviewer(REVIEWER))
    expect(merge).toThrow('There is no radar document')
    expect(merge).not.toThrow(expect.objectContaining({ code: expect.anything() }))
  })
})
