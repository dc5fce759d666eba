import { describe, expect, it } from '@jest/globals'
import { clockOf, timeAfter } from './record-time.ts'

const NOW = Date.parse('2026-11-21T10:00:00Z')
const MINUTE = 60_000
const YEAR = 365 * 24 * 60 * MINUTE

describe('timeAfter', () => {
  it.each([
    ['the own clock', { own: NOW, store: NOW, previous: NOW - MINUTE }, NOW],
    [
      'the time of the previous record',
      { own: NOW, store: NOW, previous: NOW + MINUTE },
      NOW + MINUTE,
    ],
    [
      'an own clock five minutes ahead',
      { own: NOW + 5 * MINUTE, store: NOW, previous: 0 },
      NOW + 5 * MINUTE,
    ],
    ['the time of the store', { own: NOW + YEAR, store: NOW, previous: 0 }, NOW],
    [
      'the own clock without another',
      { own: NOW + YEAR, store: undefined, previous: 0 },
      NOW + YEAR,
    ],
  ])('is %s', (_, { previous, ...clocks }, expected) => {
    expect(timeAfter(previous, clocks)).toMatchObject({ time: expected, isJump: false })
  })

  it.each([
    ['ahead of the store', { own: NOW, store: NOW, previous: NOW + YEAR }],
    ['ahead of the own clock', { own: NOW, store: undefined, previous: NOW + 5 * MINUTE + 1 }],
    [
      'ahead of the store, as is the own clock',
      { own: NOW + YEAR, store: NOW, previous: NOW + YEAR },
    ],
  ])('jumps after a record that is %s', (_, { previous, ...clocks }) => {
    expect(timeAfter(previous, clocks)).toMatchObject({
      time: NOW,
      rejected: previous,
      isJump: true,
    })
  })
})

describe('clockOf', () => {
  it.each([
    ['the own clock', { own: NOW, store: NOW - 5 * MINUTE }, NOW],
    ['the own clock that is behind', { own: NOW - YEAR, store: NOW }, NOW - YEAR],
    [
      'the clock of the store, when the own one is a year ahead',
      { own: NOW + YEAR, store: NOW },
      NOW,
    ],
    ['the own clock, when that of the store is unknown', { own: NOW, store: undefined }, NOW],
  ])('is %s', (_, { own, store }, expected) => {
    expect(clockOf({ now: () => store }, () => own)()).toBe(expected)
  })
})
