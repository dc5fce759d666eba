import { describe, expect, it } from '@jest/globals'
import { createPlaces } from './places.ts'

const [a, b, c, d] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }, { name: 'd' }]

describe('places', () => {
  it('hold what was added and not taken out again', () => {
    const places = createPlaces()
    const leaveA = places.add(a)
    places.add(b)
    const leaveC = places.add(c)
    leaveA()
    leaveC()
    expect([...places]).toEqual([b])
  })

  it('are used again, each by one at a time, however often the one before is taken out', () => {
    const places = createPlaces<{ name: string }>()
    const leaveA = places.add(a)
    places.add(b)
    leaveA()
    leaveA()
    places.add(c)
    leaveA()
    const leaveD = places.add(d)
    expect([...places].map(({ name }) => name).toSorted()).toEqual(['b', 'c', 'd'])
    leaveD()
    expect([...places].map(({ name }) => name).toSorted()).toEqual(['b', 'c'])
  })
})
