import { describe, expect, it } from '@jest/globals'
import { nameClashes } from './technology-names.ts'

describe('nameClashes', () => {
  it('returns an alias of two names with both', () => {
    const names = [
      { name: 'PostgreSQL', aliases: ['Postgres'] },
      { name: 'Post', aliases: ['x', 'POSTGRES'] },
    ]
    expect(nameClashes(names)).toEqual([
      { shared: 'POSTGRES', names: ['PostgreSQL', 'Post'], path: [1, 'aliases', 1] },
    ])
  })

  it('returns an alias that is the name of another technology', () => {
    const names = [
      { name: 'Go', aliases: [] },
      { name: 'Golang', aliases: ['go'] },
    ]
    expect(nameClashes(names)[0]?.names).toEqual(['Go', 'Golang'])
  })

  it('accepts an alias that repeats its own name', () => {
    expect(nameClashes([{ name: 'Node.js', aliases: ['NodeJS', 'node'] }])).toEqual([])
  })
})
