import { describe, expect, it } from '@jest/globals'
import type { RepositoryUse } from './landscape.ts'
import type { RadarEntry } from '../timeline/radar-entries.ts'
import { isLanguage } from './use.ts'

const among = (id: string, name: string) => ({ quadrant: { id, name } }) as RadarEntry

describe('isLanguage', () => {
  it.each([
    ['1', 'Languages'],
    ['languages', 'Sprachen'],
    ['1', ' LANGUAGES '],
  ])('accepts an entry of the quadrant %s, %s', (id, name) => {
    expect(isLanguage({ entries: [among(id, name)], repositories: [] })).toBe(true)
  })

  it.each([
    ['1', 'Languages & Frameworks'],
    ['1', 'Sprachen'],
    ['2', 'Frameworks'],
  ])('rejects an entry of the quadrant %s, %s', (id, name) => {
    expect(isLanguage({ entries: [among(id, name)], repositories: [] })).toBe(false)
  })

  it('accepts a technology that a repository contains', () => {
    const repositories = [{ share: 1 } as RepositoryUse]
    expect(isLanguage({ entries: [among('2', 'Frameworks')], repositories })).toBe(true)
  })
})
