import { describe, expect, it } from '@jest/globals'
import { byReviewer } from './attribute.ts'
import { readSubmission } from './submission.ts'
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
    const body = { ...whole, entries: [entry('z', { filteredTimeline: [] }), entry('a')] }
    const { radar: next } = updateRadar(radar, readSubmission(body), byReviewer(REVIEWER))
    expect(next).toEqual({
      ...whole,
      entries: [entry('z', { timeline: [{ ...item, author: REVIEWER }] }), entry('a')],
      version: 3,
    })
  })

  it('reports the first fault in the order title, quadrants, rings, entries', () => {
    const faults = { title: '', quadrants: [], rings: [], entries: [{}] }
    const texts = ['title', 'quadrants', 'rings', 'entries'].map((_part, i, parts) => {
      const good = Object.fromEntries(
        parts.slice(0, i).map((part) => [part, structure[part as 'title']]),
      )
      const submission = readSubmission({ ...faults, ...good })
      try {
        return updateRadar(radar, submission, byReviewer(REVIEWER))
      } catch (error) {
        return (error as Error).message
      }
    })
    expect(texts).toEqual([
      'Invalid or missing title',
      'Invalid quadrants structure',
      'Invalid rings structure',
      'Invalid entry structure: entry number 1, id',
    ])
  })

  it('has nothing to merge into without a radar', () => {
    const merge = () => updateRadar(undefined, { entries: [entry('a')] }, byReviewer(REVIEWER))
    expect(merge).toThrow('There is no radar document')
    expect(merge).not.toThrow(expect.objectContaining({ code: expect.anything() }))
  })
})
