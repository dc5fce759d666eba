import { describe, expect, it } from '@jest/globals'
import { RadarBody, readSubmission } from './submission.ts'

const entry = {
  note: 'first key',
  id: 'a',
  title: 'A',
  quadrant: '1',
  timeline: [{ moved: 0, ringId: 'adopt', date: '2026', description: '' }],
}
const structure = {
  title: 'Acme',
  quadrants: [{ note: 1, id: '1', name: 'One' }],
  rings: [{ id: 'adopt', name: 'ADOPT' }],
}

describe('readSubmission', () => {
  it('reads a structure from bodies with title, quadrants and rings', () => {
    expect(readSubmission({ entries: [entry] })).toEqual({ entries: [entry] })
    expect(readSubmission({ ...structure, entries: [entry], more: 1 })).toEqual({
      structure,
      entries: [entry],
    })
  })

  it('removes the internal field of the review page', () => {
    const sent = [{ ...entry, filteredTimeline: [] }, null]
    expect(readSubmission({ entries: sent })).toEqual({ entries: [entry, null] })
  })

  it('keeps the order of members', () => {
    const { entries } = readSubmission({ entries: [entry] })
    expect(JSON.stringify(entries)).toBe(JSON.stringify([entry]))
  })
})

describe('RadarBody', () => {
  it.each([[undefined], [null], [[]], [{}], [{ entries: {} }]])(
    'rejects %j with the same error',
    (body) => {
      expect(RadarBody.safeParse(body).error?.issues[0]?.message).toBe(
        'Invalid or empty entries data',
      )
    },
  )
})
