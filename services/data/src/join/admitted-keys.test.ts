import { admitName, keyOf, type Name, type NameKey } from '@landscape/contracts/admit'
import { atOnce } from '@landscape/contracts/async/in-slices'
import { describe, expect, it } from '@jest/globals'
import { admittedKeys } from './admitted-keys.ts'

const many = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, i) => `${prefix}${String(i).padStart(5, '0')}`)
const project = (owner: string, names: readonly string[]) => ({
  owner,
  uses: new Map(names.map((name) => [admitName(name) as Name, []])),
})
/** The keys that do not take part, in the order of the projects. */
const leftOutOf = (projects: ReturnType<typeof project>[], known: readonly string[] = []) => {
  const { has, leftOut } = atOnce(
    admittedKeys(projects, keyOf, (key: NameKey) => known.includes(key)),
  )
  const keys = new Set(projects.flatMap(({ uses }) => [...uses.keys()].map(keyOf)))
  const others = [...keys].filter((key) => !has(key))
  expect(leftOut).toBe(others.length)
  return others
}

describe('admittedKeys', () => {
  it('leaves out names of one owner beyond 1,000, the least used first, then by code unit', () => {
    const projects = [
      project('kim', many(600, 'a')),
      project('kim', many(401, 'b')),
      project('kim', ['b00400']),
    ]
    expect(leftOutOf(projects)).toEqual(['b00399'])
  })

  it('accepts a name that the projects of two owners use', () => {
    const projects = [project('kim', many(1_001, 'a')), project('sam', ['a01000'])]
    expect(leftOutOf(projects)).toEqual([])
  })

  it('accepts all names of projects without an owner, up to 20,000', () => {
    const projects = many(21, 'p').map((name) => project('', many(1_000, name)))
    const leftOut = leftOutOf(projects)
    expect(leftOut).toHaveLength(1_000)
    expect(leftOut[0]).toBe('p0002000000')
  })

  it('ignores names that another source has', () => {
    expect(leftOutOf([project('kim', many(1_001, 'a'))], ['a00000'])).toEqual([])
  })
})
