import { describe, expect, it } from '@jest/globals'
import { readDirectorates } from '@landscape/contracts/directorates'
import { technologyPath } from './technology-path.ts'

const directorates = readDirectorates([
  { id: 0, name: 'Coast' },
  { id: 1, name: 'Harbour' },
])
const pathOf = (title: string, directorate: unknown = 0) =>
  technologyPath(title, {
    directorate: directorates.find(directorate) ?? directorates.main,
    directorates,
  })

describe('technologyPath', () => {
  it('contains the slug of the title', () => {
    expect(pathOf('Node.js')).toBe('/technologies/nodejs')
    expect(pathOf('C++')).toBe('/technologies/c-plus-plus')
    expect(pathOf('CI/CD')).toBe('/technologies/ci-cd')
  })

  it('keeps a directorate that is not the default one', () => {
    expect(pathOf('C++', 1)).toBe('/technologies/c-plus-plus?directorate=1')
    expect(pathOf('🗼', 1)).toBe('/technologies?q=%F0%9F%97%BC&directorate=1')
  })

  it('encodes letters outside ASCII', () => {
    expect(pathOf('技術')).toBe('/technologies/%E6%8A%80%E8%A1%93')
  })

  it('is a search for a title without letters and digits', () => {
    expect(pathOf('🗼')).toBe('/technologies?q=%F0%9F%97%BC')
    expect(pathOf('\u{D800}')).toBe('/technologies?q=%EF%BF%BD')
  })

  it('is a search that the list accepts for a title that is not a name', () => {
    expect(pathOf('x'.repeat(300))).toBe(`/technologies?q=${'x'.repeat(200)}`)
  })
})
