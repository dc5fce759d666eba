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
  it('tells the two generations of bodies apart', () => {
    expect(readSubmission({ entries: [entry] })).toEqual({ entries: [entry] })
    expect(readSubmission({ ...structure, entries: [entry], more: 1 })).toEqual({
      structure,
      entries: [entry],
    })
  })

  it('drops the working field that the review page leaks into entries', () => {
    const sent = [{ ...entry, filteredTimeline: [] }, null]
    expect(readSubmission({ entries: sent })).toEqual({ entries: [entry, null] })
  })

  it('hands over what was sent, keys in their order', () => {
    const { entries } = readSubmission({ entries: [entry] })
    expect(JSON.stringify(entries)).toBe(JSON.stringify([entry]))
  })
})

describe('RadarBody', () => {
  it.each([[undefined], [null], [[]], [{}], [{ entries: {} }]])(
    'refuses %j with one text',
    (body) => {
      expect(RadarBody.safeParse(body).error?.issues[0]?.message).toBe(
        'Invalid or empty entries data',
      )
    },
  )
})
