import { describe, expect, it } from '@jest/globals'
import { moreInJson } from './page-parts.ts'

describe('moreInJson', () => {
  it('counts the rows that a table leaves out', () => {
    expect(moreInJson(1_102, 100)).toMatchObject({
      markup: expect.stringContaining('>1,002 more in the JSON<'),
    })
    expect(moreInJson(100, 100)).toBe(false)
  })
})
