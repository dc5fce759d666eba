import { describe, expect, it } from '@jest/globals'
import { parseIsoInstant } from '@landscape/contracts/iso-instant'
import { reviewsOf } from './radar-entries.ts'

const at = (date: string, ringId: string, description = '') => ({
  at: parseIsoInstant(date),
  ringId,
  description,
  directorate: undefined,
})

describe('reviewsOf', () => {
  it('returns the positions that repeat the ring, the newest first', () => {
    const positions = [
      at('2020-01-01', 'trial'),
      at('2021-01-01 10:00:00', 'trial', 'Still good'),
      at('2022-01-01', 'adopt'),
      at('2023-01-01', 'adopt'),
      at('2024-01-01', 'trial'),
    ]
    expect(reviewsOf(positions)).toMatchObject([
      { ring: 'adopt', date: '2023-01-01', description: '' },
      { ring: 'trial', date: '2021-01-01', description: 'Still good' },
    ])
  })

  it('omits positions without a readable date', () => {
    expect(reviewsOf([at('2020-01-01', 'hold'), at('soon', 'hold')])).toEqual([])
  })
})
