import { describe, expect, it } from '@jest/globals'
import { lossesOfBanners, lossesOfLists, lossesOfRadar, type Loss } from './losses.ts'
import { assertKeepsMost } from './shrink-guard.ts'

const names = (count: number, prefix = 'n') =>
  Array.from({ length: count }, (_, i) => `${prefix}${i}`)

describe('assertKeepsMost', () => {
  const loss = (removed: number, total: number, empties = removed === total): Loss => ({
    of: 'entries',
    removes: names(removed),
    total,
    empties,
  })

  it.each([
    [9, 10],
    [10, 50],
    [20, 100],
    [1, 1],
    [0, 0],
  ])('lets %i of %i go', (removed, total) => {
    expect(() => assertKeepsMost([loss(removed, total)])).not.toThrow()
  })

  it.each([
    [10, 49],
    [10, 10],
    [21, 100],
    [158, 161],
    [2, 2],
  ])('refuses to remove %i of %i', (removed, total) => {
    expect(() => assertKeepsMost([loss(removed, total)])).toThrow(
      expect.objectContaining({
        code: 'conflict',
        message: `This would remove ${removed} of ${total} entries`,
        extensions: { removes: names(Math.min(removed, 100)) },
      }),
    )
  })

  it('refuses to leave none of several, and lets all be replaced by others', () => {
    expect(() => assertKeepsMost([loss(3, 3, true)])).toThrow('This would remove 3 of 3 entries')
    expect(() => assertKeepsMost([loss(3, 3, false)])).not.toThrow()
  })

  it('names the first loss that is too much', () => {
    const lists = { ...loss(12, 13), of: 'lists' }
    expect(() => assertKeepsMost([loss(1, 9), lists, loss(50, 50)])).toThrow('12 of 13 lists')
  })

  it('names at most a hundred subjects, of each 200 characters', () => {
    const removes = Array.from({ length: 101 }, () => 'x'.repeat(300))
    expect(() => assertKeepsMost([{ ...loss(0, 101), removes }])).toThrow(
      expect.objectContaining({
        extensions: { removes: Array.from({ length: 100 }, () => `${'x'.repeat(200)}…`) },
      }),
    )
  })
})

describe('lossesOfRadar', () => {
  const radar = (entries: unknown[]) => ({ title: 't', quadrants: [], rings: [], entries })

  it('tells entries apart by their id, and what is none by its value', () => {
    const before = radar([{ id: 'zig', title: 'Zig' }, { id: 'go' }, null, 'text', { title: 'x' }])
    const after = radar([{ title: 'x' }, { id: 'zig', title: 'Ziggy' }, null])
    expect(lossesOfRadar(before, after)).toEqual([
      { of: 'entries', removes: ['go', '"text"'], total: 5, empties: false },
    ])
  })
})

describe('lossesOfBanners', () => {
  it('tells banners apart by their id, stored or not, and calls them by their text', () => {
    const a = { message: 'A', title: 'one', show: true }
    const before = [a, { ...a, id: 'x' }, { description: 'B' }, {}, null]
    const after = [
      { message: 'New words', id: 'x' },
      { ...a, show: false },
    ]
    expect(lossesOfBanners({ messages: before }, { messages: after })).toEqual([
      { of: 'banners', removes: ['B', '{}', 'null'], total: 5, empties: false },
    ])
    expect(lossesOfBanners({ messages: before }, { messages: [] })[0]).toMatchObject({
      removes: ['A', 'A', 'B', '{}', 'null'],
      empties: true,
    })
  })
})

describe('lossesOfLists', () => {
  const refusal = (before: Record<string, unknown>, after: Record<string, unknown>) => {
    try {
      assertKeepsMost(lossesOfLists(before, after))
      return undefined
    } catch (error) {
      return (error as Error).message
    }
  }

  it('refuses to take many items of one list', () => {
    const before = { languages: names(40), cicd: names(400, 'c') }
    expect(refusal(before, { ...before, languages: names(30) })).toBe(
      'This would remove 10 of 40 items of languages',
    )
    expect(refusal(before, { ...before, languages: names(31) })).toBeUndefined()
    expect(refusal(before, { ...before, languages: names(40, 'other') })).toBe(
      'This would remove 40 of 40 items of languages',
    )
  })

  it('refuses to empty a list of several items, and lets the only one go', () => {
    const before = { languages: ['Go', 'Zig'], cicd: ['Make'] }
    expect(refusal(before, { ...before, languages: [] })).toBe(
      'This would remove 2 of 2 items of languages',
    )
    expect(refusal(before, { ...before, cicd: [] })).toBeUndefined()
  })

  it('counts together what several lists lose', () => {
    const before = { a: names(20), b: ['x', 'y'], c: names(4) }
    expect(refusal(before, { ...before, a: names(2), b: [] })).toBe(
      'This would remove 20 of 22 items of 2 lists',
    )
    expect(refusal({ a: names(5), b: names(5, 'b'), c: ['c'] }, { c: ['c'] })).toBe(
      'This would remove 10 of 11 items',
    )
    expect(refusal({ a: ['x'], b: ['y'] }, { a: [], b: [] })).toBe('This would remove 2 of 2 items')
  })

  it('lets a list be left out, unless many go', () => {
    const lists = Object.fromEntries(names(20).map((name) => [name, ['x']]))
    const { n0: _first, ...others } = lists
    expect(refusal({ a: names(9), b: ['x'] }, { b: ['x'] })).toBeUndefined()
    expect(refusal(lists, others)).toBeUndefined()
    expect(refusal(lists, { n0: ['x'], more: names(40) })).toBe('This would remove 19 of 20 lists')
  })

  it('takes another spelling, a repetition and an odd list for no removal', () => {
    const before = { a: [...names(20), ...names(20), null], b: 'text' }
    expect(
      refusal(before, { a: names(20).map((n) => ` ${n.toUpperCase()}`), b: [] }),
    ).toBeUndefined()
  })
})
