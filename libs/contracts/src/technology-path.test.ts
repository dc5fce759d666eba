import { describe, expect, it } from '@jest/globals'
import { technologyPath } from './technology-path.ts'

describe('technologyPath', () => {
  it('contains the slug of the title', () => {
    expect(technologyPath('Node.js')).toBe('/technologies/nodejs')
    expect(technologyPath('C++')).toBe('/technologies/c-plus-plus')
    expect(technologyPath('CI/CD')).toBe('/technologies/ci-cd')
  })

  it('keeps the parameters', () => {
    expect(technologyPath('C++', { directorate: 1 })).toBe(
      '/technologies/c-plus-plus?directorate=1',
    )
    expect(technologyPath('🗼', { directorate: 1 })).toBe(
      '/technologies?q=%F0%9F%97%BC&directorate=1',
    )
  })

  it('encodes letters outside ASCII', () => {
    expect(technologyPath('技術')).toBe('/technologies/%E6%8A%80%E8%A1%93')
  })

  it('is a search for a title without letters and digits', () => {
    expect(technologyPath('🗼')).toBe('/technologies?q=%F0%9F%97%BC')
    expect(technologyPath('\u{D800}')).toBe('/technologies?q=%EF%BF%BD')
  })

  it('is a search that the list accepts for a title that is not a name', () => {
    expect(technologyPath('x'.repeat(300))).toBe(`/technologies?q=${'x'.repeat(200)}`)
  })
})
