import { describe, expect, it } from '@jest/globals'
import * as fc from 'fast-check'
import { ruleFromHistory, ruleFromBase, type State } from './merge-rules.ts'
import { mergeUpdates } from './merge-updates.ts'

const item = (description: string) => ({ moved: 0, ringId: 'adopt', date: '2026', description })
const entry = (id: string, more: object = {}) => ({
  id,
  title: id,
  quadrant: '1',
  timeline: [item('first')],
  ...more,
})
const state = (since: number, value: object | undefined, isMine = false): State => ({
  since,
  isMine,
  value: value as State['value'],
})
const TIMELINE = { id: 'a', field: 'timeline' }
const DESCRIPTION = { id: 'a', field: 'description' }
const with2 = [item('first'), item('second')]

describe('ruleFromBase', () => {
  const judge = ruleFromBase([entry('a', { description: 'read' })])

  it('keeps their change, applies ours and reports both as a conflict', () => {
    expect(judge(DESCRIPTION, 'read', 'theirs')).toBe('keep')
    expect(judge(DESCRIPTION, 'ours', 'read')).toBe('apply')
    expect(judge(DESCRIPTION, 'ours', 'theirs')).toBe('conflict')
    expect(judge({ id: 'a', field: 'url' }, '/', undefined)).toBe('apply')
    expect(judge({ id: 'b', field: 'url' }, '/', undefined)).toBe('apply')
  })

  it('ignores the author of a timeline item', () => {
    const unsigned = [{ ...item('first'), author: null, directorate: 0 }]
    expect(judge(TIMELINE, unsigned, with2)).toBe('keep')
  })
})

describe('ruleFromHistory', () => {
  const moved = [
    state(0, entry('a', { description: 'old' })),
    state(5, entry('a', { description: 'new' })),
  ]
  const mergeRuleFor = (
    others: readonly (readonly [object, ...State[]])[],
    ours: object,
    states: State[] = moved,
    isComplete = true,
  ) =>
    ruleFromHistory(
      new Map([['a', states], ...others.map(([, ...past], i) => [`o${i}`, past] as const)]),
      [entry('a', ours), ...others.map(([sent], i) => ({ ...entry(`o${i}`), ...sent }))],
      isComplete,
    )
  const own = [{ description: 'own' }, state(0, entry('o0'))] as const

  it('keeps the change that replaced the loaded value', async () => {
    expect((await mergeRuleFor([], { description: 'old' }))(DESCRIPTION, 'old', 'new')).toBe('keep')
    expect((await mergeRuleFor([own], { description: 'old' }))(DESCRIPTION, 'old', 'new')).toBe(
      'keep',
    )
  })

  it.each([
    ['a later change', 6, 'apply'],
    ['a change of the same version, made independently', 5, 'keep'],
    ['an earlier change', 4, 'keep'],
  ])('decides by other fields of the save that contain %s', async (_name, since, outcome) => {
    const shown = [
      { timeline: with2 },
      state(0, entry('o0')),
      state(since, entry('o0', { timeline: with2 })),
    ] as const
    expect((await mergeRuleFor([shown], { description: 'old' }))(DESCRIPTION, 'old', 'new')).toBe(
      outcome,
    )
  })

  it('ignores changes by the caller, and values that two may enter by chance', async () => {
    const mine = [
      { timeline: with2 },
      state(0, entry('o0')),
      state(6, entry('o0', { timeline: with2 }), true),
    ] as const
    const chance = [
      { quadrant: '2' },
      state(0, entry('o0')),
      state(6, entry('o0', { quadrant: '2' })),
    ] as const
    for (const other of [mine, chance]) {
      expect((await mergeRuleFor([other], { description: 'old' }))(DESCRIPTION, 'old', 'new')).toBe(
        'keep',
      )
    }
  })

  it('reverts a change by the caller if the save has no new value', async () => {
    const mine = [moved[0]!, { ...moved[1]!, isMine: true }]
    expect((await mergeRuleFor([], { description: 'old' }, mine))(DESCRIPTION, 'old', 'new')).toBe(
      'apply',
    )
    expect(
      (await mergeRuleFor([own], { description: 'old' }, mine))(DESCRIPTION, 'old', 'new'),
    ).toBe('keep')
  })

  it('reverts a change in an incomplete save, but no concurrent one', async () => {
    const judge = await mergeRuleFor([], { description: 'old' }, moved, false)
    expect(judge(DESCRIPTION, 'old', 'new')).toBe('apply')
    expect(judge(DESCRIPTION, 'old', 'newest')).toBe('keep')
  })

  it('reports a timeline that both changed, unless theirs was read', async () => {
    const states = [state(0, entry('a')), state(5, entry('a', { timeline: with2 }))]
    const unread = [item('first'), item('ours')]
    const read = [...with2, item('ours')]
    const judge = (timeline: object[]) => mergeRuleFor([], { timeline }, states)
    expect((await judge(unread))(TIMELINE, unread, with2)).toBe('conflict')
    expect((await judge(read))(TIMELINE, read, with2)).toBe('apply')
    expect((await judge(read))(TIMELINE, read, [...with2, item('later')])).toBe('conflict')
  })

  it.each([
    ['was deleted', undefined],
    ['had another position', entry('a', { timeline: with2 })],
  ])(
    'reports no conflict after others reverted a version in which the entry %s',
    async (_name, between) => {
      const states = [state(0, entry('a')), state(5, between), state(6, entry('a'))]
      const ours = [item('first'), item('ours')]
      const judge = await mergeRuleFor([], { timeline: ours }, states)
      expect(judge(TIMELINE, ours, [item('first')])).toBe('apply')
      expect(judge(TIMELINE, ours, with2)).toBe('conflict')
    },
  )

  it('applies a change of a description unless theirs is proven unread', async () => {
    const judge = await mergeRuleFor([], { description: 'ours' })
    expect(judge(DESCRIPTION, 'ours', 'new')).toBe('apply')
    expect(judge(DESCRIPTION, 'ours', 'newest')).toBe('conflict')
    const stale = [{}, state(0, entry('o0')), state(4, entry('o0', { url: '/' }))] as const
    const sent = [{ url: undefined }, ...stale.slice(1)] as unknown as typeof stale
    expect((await mergeRuleFor([sent], { description: 'ours' }))(DESCRIPTION, 'ours', 'new')).toBe(
      'conflict',
    )
  })
})

describe('ruleFromHistory of a long timeline', () => {
  const POSITIONS = 100
  let reads = 0
  const counted = (description: string) => ({
    ...item(''),
    get description() {
      reads++
      return description
    },
  })

  it('reads each position at most twice for all versions of the timeline', async () => {
    const positions = Array.from({ length: POSITIONS }, (_, i) => counted(`position ${i}`))
    const past = Array.from({ length: 20 }, (_, version) => {
      const timeline = positions.with(POSITIONS - 1, counted(`version ${version}`))
      return state(version, entry('a', { timeline }))
    })
    const ours = Array.from({ length: POSITIONS }, (_, i) => counted(`position ${i}`))
    reads = 0
    const judge = await ruleFromHistory(
      new Map([['a', past]]),
      [entry('a', { timeline: ours })],
      true,
    )
    expect(judge(TIMELINE, ours, past.at(-1)?.value?.['timeline'])).toBe('conflict')
    expect(reads).toBeLessThanOrEqual(2 * (2 * POSITIONS + past.length))
  })
})

describe('mergeUpdates', () => {
  const fields = ['description', 'url', 'champion'] as const
  const side = fc.uniqueArray(
    fc.record({ id: fc.constantFrom('a', 'b', 'c'), field: fc.constantFrom(...fields) }),
    { selector: ({ id, field }) => `${id} ${field}` },
  )

  it('merges all changes of both sides, or reports a conflict', () => {
    fc.assert(
      fc.property(side, side, (mine, theirs) => {
        const base = ['a', 'b', 'c'].map((id) =>
          entry(id, { description: '0', url: '0', champion: '0' }),
        )
        const changed = (changes: typeof mine, value: string) =>
          base.map((one) => ({
            ...one,
            ...Object.fromEntries(
              changes.filter(({ id }) => id === one.id).map(({ field }) => [field, value]),
            ),
          }))
        const [ours, stored] = [changed(mine, 'ours'), changed(theirs, 'theirs')]
        const both = mine.filter((a) => theirs.some((b) => a.id === b.id && a.field === b.field))
        const pairs = ours.map((one, i) => ({ ours: one, theirs: stored[i] }))
        const merge = () => mergeUpdates(pairs, ruleFromBase(base))
        if (both.length > 0) {
          expect(merge).toThrow(expect.objectContaining({ code: 'conflict' }))
          return
        }
        const { updates, kept } = merge()
        const next = stored.map((one) => ({
          ...one,
          ...updates.find(({ theirs: of }) => of === one)?.ours,
        })) as Record<string, unknown>[]
        const valueOf = (id: string, field: string) => next.find((one) => one['id'] === id)?.[field]
        for (const { id, field } of mine) expect(valueOf(id, field)).toBe('ours')
        for (const { id, field } of theirs) expect(valueOf(id, field)).toBe('theirs')
        expect(new Set(kept)).toEqual(new Set(theirs.map(({ id }) => id)))
      }),
    )
  })

  it('does not restore a deleted entry that was not changed', () => {
    const base = [entry('a'), entry('b')]
    const pairs = [
      { ours: entry('a'), theirs: undefined },
      { ours: entry('b'), theirs: entry('b') },
    ]
    expect(mergeUpdates(pairs, ruleFromBase(base))).toEqual({
      updates: [pairs[1]],
      kept: ['a'],
    })
  })
})
