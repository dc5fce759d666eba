import { describe, expect, it } from '@jest/globals'
import { formatRowCursor, pageRows, readRowCursor, type RowCursor } from './row-page.ts'

interface Row {
  name: string
  size: number
}
const rows: Row[] = [
  { name: 'd', size: 1 },
  { name: 'a', size: 2 },
  { name: 'c', size: 1 },
  { name: 'b', size: 3 },
]
const order = (sort: string) => ({
  sort,
  values: { name: (row: Row) => row.name, size: (row: Row) => row.size },
  keyOf: (row: Row) => row.name,
})
const names = ({ rows: page }: { rows: Row[] }) => page.map(({ name }) => name).join('')

describe('pageRows', () => {
  it.each([
    ['name', 'abcd'],
    ['-name', 'dcba'],
    ['size', 'cdab'],
    ['-size', 'bacd'],
  ])('sorts by %s', (sort, sorted) => {
    expect(names(pageRows(rows, order(sort), {}))).toBe(sorted)
  })

  it.each(['size', '-size'])('puts rows without a value last when sorted by %s', (sort) => {
    const size = (row: Row) => (row.name === 'b' ? null : row.size)
    const sorted = { ...order(sort), values: { size } }
    const first = pageRows(rows, sorted, { limit: 3 })
    expect(names(first) + names(pageRows(rows, sorted, { cursor: first.next! }))).toMatch(/b$/)
  })

  it('returns every row once over its pages', () => {
    let cursor: RowCursor | undefined
    const pages: string[] = []
    do {
      const page = pageRows(rows, order('size'), { limit: 1, cursor })
      pages.push(names(page))
      cursor = page.next && readRowCursor(formatRowCursor(page.next))
    } while (cursor)
    expect(pages).toEqual(['c', 'd', 'a', 'b'])
  })

  it('returns rows with equal positions once, in their order', () => {
    const same = [1, 2, 3].map((size) => ({ name: 'a', size }))
    const sizes: number[] = []
    let cursor: RowCursor | undefined
    do {
      const page = pageRows(same, order('name'), { limit: 1, cursor })
      sizes.push(...page.rows.map(({ size }) => size))
      cursor = page.next
    } while (cursor)
    expect(sizes).toEqual([1, 2, 3])
  })

  it('returns no cursor with the last page', () => {
    expect(pageRows(rows, order('name'), { limit: 4 }).next).toBeUndefined()
  })
})

describe('readRowCursor', () => {
  it.each(['', 'x', '[1]', '["name",{},"a"]', '["name","a",null]', '["name","a","a","a"]'])(
    'rejects %s',
    (text) => {
      expect(readRowCursor(Buffer.from(text).toString('base64url'))).toBeUndefined()
    },
  )
})
