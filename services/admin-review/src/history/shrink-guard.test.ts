import { describe, expect, it } from '@jest/globals'
import { lossesOfBanners, lossesOfLists, lossesOfRadar, type Loss } from './losses.ts'
import { guarded, largeLoss, refusalOf } from './shrink-guard.ts'

const names = (count: number, prefix = 'n') =>
  Array.from({ length: count }, (_, i) => `${prefix}${i}`)

describe('largeLoss', () => {
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
  ])('is none when %i of %i are removed', (removed, total) => {
    expect(largeLoss([loss(removed, total)])).toBeUndefined()
  })

  it.each([
    [10, 49],
    [10, 10],
    [21, 100],
    [158, 161],
    [2, 2],
  ])('is found when %i of %i are removed', (removed, total) => {
    expect(largeLoss([loss(removed, total)])).toEqual(loss(removed, total))
  })

  it('is found when none of several is left, and not when others replace all', () => {
    expect(largeLoss([loss(3, 3, true)])).toBeDefined()
    expect(largeLoss([loss(3, 3, false)])).toBeUndefined()
  })

  it('is the first of several', () => {
    const lists = { ...loss(12, 13), of: 'lists' }
    expect(largeLoss([loss(1, 9), lists, loss(50, 50)])).toBe(lists)
  })
})

describe('guarded', () => {
  const before = { items: names(161) }
  const remove = (removes: string[]) =>
    guarded((current = before) => ({ next: current, result: { message: 'Saved' } }), {
      lossesOf: () => [{ of: 'entries', removes, total: 161, empties: false }],
      isRefused: false,
    })

  it('marks a change that removes much, and names the first hundred subjects', () => {
    expect(remove(names(158))(before)).toEqual({
      next: before,
      removal: { of: 'entries', count: 158, total: 161 },
      result: { message: 'Saved', removed: names(100), removedCount: 158 },
    })
  })

  it('shortens subjects to 200 characters', () => {
    const { result } = remove(names(40).map(() => 'x'.repeat(300)))(before)
    expect(result.removed).toEqual(names(40).map(() => `${'x'.repeat(200)}…`))
  })

  it('leaves alone a change that removes little, or begins the document', () => {
    const unmarked = { next: before, result: { message: 'Saved' } }
    expect(remove(names(9))(before)).toEqual(unmarked)
    expect(remove(names(158))(undefined)).toEqual(unmarked)
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
    const loss = largeLoss(lossesOfLists(before, after))
    return loss && refusalOf(loss).message
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
