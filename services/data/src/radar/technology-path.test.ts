import { describe, expect, it } from '@jest/globals'
import { technologyPath } from './technology-path.ts'

describe('technologyPath', () => {
  it('contains the slug of the title', () => {
    expect(technologyPath('Node.js')).toBe('/technologies/nodejs')
    expect(technologyPath('C++')).toBe('/technologies/c-plus-plus')
    expect(technologyPath('CI/CD')).toBe('/technologies/ci-cd')
  })

  it('encodes letters outside ASCII', () => {
    expect(technologyPath('技術')).toBe('/technologies/%E6%8A%80%E8%A1%93')
  })

  it('is a search for a title without letters and digits', () => {
    expect(technologyPath('🗼')).toBe('/technologies?q=%F0%9F%97%BC')
    expect(technologyPath('\u{D800}')).toBe('/technologies?q=%EF%BF%BD')
  })
})
