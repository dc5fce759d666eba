import { describe, expect, it } from '@jest/globals'
import { admitName, type Name } from './admit.ts'
import { indexNames, technologyNamesOf } from './technology-names.ts'

const admitted = (text: string) => admitName(text) as Name

describe('indexNames', () => {
  const index = indexNames([{ name: 'PostgreSQL', aliases: ['Postgres', 'PG SQL'] }])

  it.each(['postgres', 'PgSql', 'postgre-sql'])('resolves %s to its technology', (name) => {
    expect(index.resolve(admitted(name))).toBe('postgresql')
  })

  it('resolves an unknown name to its own key', () => {
    expect(index.resolve(admitted('My SQL'))).toBe('mysql')
  })

  it('resolves an alias of two names to the first', () => {
    const stored = [
      { name: 'One', aliases: ['Both'] },
      { name: 'Two', aliases: ['Both'] },
    ]
    expect(indexNames(stored).resolve(admitted('both'))).toBe('one')
  })

  it('resolves a name to itself when it is also an alias', () => {
    const stored = [
      { name: 'One', aliases: ['Two'] },
      { name: 'Two', aliases: [] },
    ]
    expect(indexNames(stored).resolve(admitted('Two'))).toBe('two')
  })
})

describe('technologyNamesOf', () => {
  it('omits malformed elements and aliases', () => {
    const stored = [
      null,
      { name: 7 },
      { name: ' ' },
      { name: 'Go', aliases: ['Golang', 3] },
      { name: 'R' },
    ]
    expect(technologyNamesOf(stored)).toEqual([
      { name: 'Go', aliases: ['Golang'] },
      { name: 'R', aliases: [] },
    ])
  })
})
