import { describe, expect, it } from '@jest/globals'
import { reviewsOf } from './reviews.ts'

const at = (date: unknown, ringId: unknown, description: unknown = '') => ({
  date,
  ringId,
  description,
})

describe('reviewsOf', () => {
  it('returns the positions that repeat the ring, the newest first', () => {
    const positions = [
      at('2020-01-01', 'trial'),
      at('2021-01-01 10:00:00', 'trial', 'Still good'),
      at('2022-01-01', 'adopt'),
      at('2023-01-01', 'adopt', 7),
      at('2024-01-01', 'trial'),
    ]
    expect(reviewsOf(positions)).toMatchObject([
      { ring: 'adopt', date: '2023-01-01', description: '' },
      { ring: 'trial', date: '2021-01-01', description: 'Still good' },
    ])
  })

  it('compares with the ring of the last position that has one', () => {
    const positions = [at('2020-01-01', 'hold'), at('2021-01-01', 7), at('2022-01-01', 'hold')]
    expect(reviewsOf(positions)).toMatchObject([{ date: '2022-01-01' }])
  })

  it('omits positions without a readable date', () => {
    expect(reviewsOf([at('2020-01-01', 'hold'), at('soon', 'hold'), at(7, 'hold')])).toEqual([])
  })
})
