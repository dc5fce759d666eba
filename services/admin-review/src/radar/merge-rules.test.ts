import { describe, expect, it } from '@jest/globals'
import * as fc from 'fast-check'
import { ruleFromHistory, ruleFromBase } from './merge-rules.ts'
import { mergeUpdates } from './merge-updates.ts'

const item = (description: string) => ({ moved: 0, ringId: 'adopt', date: '2026', description })
const entry = (id: string, more: object = {}) => ({
  id,
  title: id,
  quadrant: '1',
  timeline: [item('first')],
  ...more,
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
  /** The rule for a save of entries, by the states of all entries, newest first. */
  const evidenceOf = (
    sent: ReturnType<typeof entry>[],
    [present = [], ...earlier]: object[][],
    mine: number[] = [],
  ) =>
    ruleFromHistory(
      present,
      sent,
      earlier.map((before, i) => ({ before, isMine: mine.includes(i + 1) })),
    )
  const ruleFor = async (...input: Parameters<typeof evidenceOf>) =>
    (await evidenceOf(...input)).rule
  const described = (description: string, id = 'a') => entry(id, { description })

  it('keeps the newer value of a field whose sent value was stored earlier', async () => {
    const states = [[described('newest')], [described('new')], [described('old')], []]
    for (const sent of ['new', 'old']) {
      const rule = await ruleFor([described(sent)], states, [1, 2, 3])
      expect(rule(DESCRIPTION, sent, 'newest')).toBe('keep')
      expect(rule(DESCRIPTION, sent, 'committed since')).toBe('keep')
    }
  })

  it('keeps a removal, and a value that was absent', async () => {
    const removed = await ruleFor([described('old')], [[], [described('old')]])
    expect(removed(DESCRIPTION, 'old', undefined)).toBe('keep')
    const added = await ruleFor(
      [entry('a', { description: null })],
      [[described('new')], [entry('a')]],
    )
    expect(added(DESCRIPTION, null, 'new')).toBe('keep')
  })

  it('applies a value that never was stored', async () => {
    const states = [[described('new')], [described('old')]]
    const rule = await ruleFor([described('ours')], states)
    expect(rule(DESCRIPTION, 'ours', 'new')).toBe('apply')
    const fresh = await ruleFor([entry('a')], [[], []])
    expect(fresh(TIMELINE, entry('a').timeline, undefined)).toBe('apply')
  })

  it('reports a conflict with a change that was committed after the history was read', async () => {
    const rule = await ruleFor([described('ours')], [[described('new')]])
    expect(rule(DESCRIPTION, 'ours', 'committed since')).toBe('conflict')
  })

  it('keeps a change of a value that equalled the sent one when the history was read', async () => {
    const rule = await ruleFor([described('same')], [[described('same')]])
    expect(rule(DESCRIPTION, 'same', 'committed since')).toBe('keep')
  })

  it.each([
    ['a conflict with others', [], 'conflict'],
    ['no conflict with the caller', [2], 'apply'],
  ])('reports %s when another field shows that the page is older', async (_name, mine, outcome) => {
    const states = [
      [described('theirs'), entry('b', { url: '/new' })],
      [described('theirs'), entry('b', { url: '/old' })],
      [described('old'), entry('b', { url: '/old' })],
      [described('old'), entry('b', { url: '/older' })],
    ]
    const save = (url: string) => [described('ours'), entry('b', { url })]
    const newer = await ruleFor(save('/old'), states, mine)
    expect(newer(DESCRIPTION, 'ours', 'theirs')).toBe('apply')
    const older = await ruleFor(save('/older'), states, mine)
    expect(older(DESCRIPTION, 'ours', 'theirs')).toBe(outcome)
  })

  it('reports a timeline that both changed, unless ours contains theirs', async () => {
    const states = [[entry('a', { timeline: with2 })], [entry('a')]]
    const unread = [item('first'), item('ours')]
    const read = [...with2, item('ours')]
    const outcome = async (timeline: object[], theirs: object[], mine: number[] = []) => {
      const rule = await ruleFor([entry('a', { timeline })], states, mine)
      return rule(TIMELINE, timeline, theirs)
    }
    expect(await outcome(unread, with2)).toBe('conflict')
    expect(await outcome(unread, with2, [1])).toBe('apply')
    expect(await outcome(read, with2)).toBe('apply')
    expect(await outcome(read, [...with2, item('later')])).toBe('conflict')
    expect(await outcome([item('altered')], with2)).toBe('conflict')
  })

  it.each([
    ['was deleted', []],
    ['had another position', [entry('a', { timeline: with2 })]],
  ])(
    'reports no conflict after others reverted a version in which the entry %s',
    async (_name, between) => {
      const ours = [item('first'), item('ours')]
      const rule = await ruleFor(
        [entry('a', { timeline: ours })],
        [[entry('a')], between, [entry('a')]],
      )
      expect(rule(TIMELINE, ours, [item('first')])).toBe('apply')
      expect(rule(TIMELINE, ours, with2)).toBe('conflict')
    },
  )

  it('reports a page that was loaded before the oldest change', async () => {
    const states = [[described('newest')], [described('new')], [described('old')]]
    expect((await evidenceOf([described('old')], states)).isOlder).toBe(true)
    expect((await evidenceOf([described('new')], states)).isOlder).toBe(false)
    expect((await evidenceOf([described('ours')], states)).isOlder).toBe(false)
    expect((await evidenceOf([described('newest')], states)).isOlder).toBe(false)
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
    const states = Array.from({ length: 20 }, (_, version) => {
      const timeline = positions.with(POSITIONS - 1, counted(`version ${version}`))
      return entry('a', { timeline })
    })
    const ours = Array.from({ length: POSITIONS }, (_, i) => counted(`position ${i}`))
    reads = 0
    const [present, ...earlier] = states
    const { rule } = await ruleFromHistory(
      [present],
      [entry('a', { timeline: ours })],
      earlier.map((before) => ({ before: [before], isMine: false })),
    )
    expect(rule(TIMELINE, ours, present?.timeline)).toBe('conflict')
    expect(reads).toBeLessThanOrEqual(2 * (2 * POSITIONS + states.length))
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
        const pairs = ours.map((one, i) => ({ sent: one, stored: stored[i] }))
        const merge = () => mergeUpdates(pairs, ruleFromBase(base))
        if (both.length > 0) {
          expect(merge).toThrow(expect.objectContaining({ code: 'conflict' }))
          return
        }
        const { updates, kept } = merge()
        const next = stored.map((one) => ({
          ...one,
          ...(updates.find((update) => update.stored === one)?.sent as object),
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
      { sent: entry('a'), stored: undefined },
      { sent: entry('b'), stored: entry('b') },
    ]
    expect(mergeUpdates(pairs, ruleFromBase(base))).toEqual({
      updates: [{ sent: undefined, stored: undefined }, pairs[1]],
      kept: ['a'],
    })
  })
})
