import { describe, expect, it } from '@jest/globals'
import { createPlaces } from './places.ts'

describe('places', () => {
  it('hold what was added and not taken out again', () => {
    const places = createPlaces<string>()
    const [leaveA, , leaveC] = ['a', 'b', 'c'].map((item) => places.add(item))
    leaveA?.()
    leaveC?.()
    expect([...places]).toEqual(['b'])
  })

  it('are used again, each by one at a time', () => {
    const places = createPlaces<string>()
    const leave = places.add('a')
    places.add('b')
    leave()
    places.add('c')
    const leaveD = places.add('d')
    expect([...places].toSorted()).toEqual(['b', 'c', 'd'])
    leaveD()
    expect([...places].toSorted()).toEqual(['b', 'c'])
  })
})
