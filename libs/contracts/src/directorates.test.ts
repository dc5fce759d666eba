import { describe, expect, it } from '@jest/globals'
import { endOfDay, plansOf, positionsOf, directoratesFrom } from './directorates.ts'

const COAST = { id: 0, name: 'Coast', default: false, enabled: true }
const HARBOUR = { id: 1, name: 'Harbour', default: true, enabled: true }
const FLEET = { id: 2, name: 'Fleet', default: false, enabled: false }

describe('readDirectorates', () => {
  it('takes the first element with `default: true` as the default', () => {
    expect(directoratesFrom([COAST, HARBOUR, { ...FLEET, default: true }]).main.id).toBe(1)
  })
  it('takes the element with the id 0 when none is marked', () => {
    expect(directoratesFrom([FLEET, COAST]).main).toEqual({ id: 0, name: 'Coast' })
  })
  it('takes the id 0 when no element has it', () => {
    expect(directoratesFrom([FLEET]).main.id).toBe(0)
    expect(directoratesFrom([]).main.id).toBe(0)
  })
  it('lists the enabled ones, and finds the others', () => {
    const { enabled, find } = directoratesFrom([COAST, HARBOUR, FLEET])
    expect(enabled.map(({ id }) => id)).toEqual([0, 1])
    expect(find('fleet')?.id).toBe(2)
  })
  it.each([1, '1', ' 1 ', 'Harbour', 'HARBOUR'])('finds %j by its id or its name', (wanted) => {
    expect(directoratesFrom([COAST, HARBOUR]).find(wanted)?.id).toBe(1)
  })
  it('prefers an id to a name', () => {
    const numbered = { id: 7, name: '1' }
    expect(directoratesFrom([numbered, HARBOUR]).find('1')?.id).toBe(1)
  })
  it.each([undefined, null, '', 9, 'Air', {}, []])('finds no directorate for %j', (wanted) => {
    expect(directoratesFrom([COAST, HARBOUR]).find(wanted)).toBeUndefined()
  })
  it('prefers the default one to others of its id or name', () => {
    const main = { id: 1, name: 'Main', default: true }
    const { find } = directoratesFrom(
      [HARBOUR, { id: 2, name: 'main' }, main].map((one) => ({ ...one, default: one === main })),
    )
    expect([find(1)?.name, find('main')?.id]).toEqual(['Main', 1])
  })
  it('omits ids above 200 characters, and shortens names', () => {
    const { enabled } = directoratesFrom([
      { id: 'i'.repeat(201), name: 'Long' },
      { id: 3, name: 'n'.repeat(300) },
    ])
    expect(enabled).toEqual([{ id: 3, name: 'n'.repeat(200) }])
  })
  it('omits elements without an id', () => {
    const { enabled } = directoratesFrom([null, 'Coast', { name: 'Coast' }, { id: {} }, HARBOUR])
    expect(enabled).toEqual([{ id: 1, name: 'Harbour' }])
  })
})

describe('positionsOf', () => {
  /** `ring day`, or `ring day directorate`; `-` means without a date. */
  const timelineOf = (text: string) =>
    text.split(', ').map((one) => {
      const [ringId = '', date = '', directorate] = one.split(' ')
      return { ringId, at: date === '-' ? undefined : Date.parse(date), directorate }
    })
  const counting = (until: string) => ({
    until: endOfDay(Date.parse(until)),
    at: ({ at }: { at: number | undefined }) => at,
  })
  const seen = (text: string, wanted: unknown = 0, until = '2026-06-01') => {
    const directorates = directoratesFrom([{ ...COAST, default: true }, HARBOUR, FLEET])
    const directorate = directorates.find(wanted) ?? directorates.main
    const args = [timelineOf(text), directorate, directorates, counting(until)] as const
    const rings = (positions: { ringId: string }[]) => positions.map(({ ringId }) => ringId).join()
    return `${rings(positionsOf(...args))} | ${rings(plansOf(...args))}`
  }
  const EXAMPLE = 'a 2024, b 2025-01-01 1, c 2025-06-01, d 2026-01-01 1, e 2026-02-01 9'

  it.each([
    ['of the default directorate', 0, EXAMPLE, 'a,c | '],
    ['of another one after those of the default one', 1, EXAMPLE, 'a,b,d | '],
    ['of the default one without own positions', 2, EXAMPLE, 'a,c | '],
    ['of the default one of the day of the first own', 1, 'a 2024, b 2025 1, c 2025', 'a,c,b | '],
    ['none of the default one before an undated own', 1, 'a 2024, b - 1, c 2025 1', 'b,c | '],
  ])('returns those %s', (_, wanted, text, found) => {
    expect(seen(text, wanted)).toBe(found)
  })

  it.each([
    ['a later position is a plan', 'a 2024, b 2026-06-02', 'a | b'],
    ['a position counts from its day on', 'a 2024, b 2026-06-01T23:00:00Z', 'a,b | '],
    ['an undated position counts', 'a 2024, b -', 'a,b | '],
    ['only plans', 'b 2027, c 2028', ' | b,c'],
    ['a present position overtakes a plan', 'a 2024, b 2027, c 2026', 'a,c | '],
    ['an undated position overtakes a plan', 'a 2024, b 2027, c -', 'a,c | '],
    ['a plan overtakes another one', 'a 2024, b 2028, c 2027, d 2029', 'a | c,d'],
    ['plans of one day', 'a 2024, b 2027, c 2027', 'a | b,c'],
  ])('separates plans: %s', (_, text, found) => {
    expect(seen(text)).toBe(found)
  })

  it('never counts a position that another one overtook, also after its day', () => {
    expect(seen('a 2024, b 2027, c 2026', 0, '2028-01-01')).toBe('a,c | ')
  })

  it.each([
    ['2024-12-31', 'a | b,d'],
    ['2025-12-31', 'a,b | d'],
    ['2026-12-31', 'a,b,d | '],
  ])('has the default positions, and its own plans, until its own count: on %s', (until, found) => {
    expect(seen('a 2024, b 2025 1, c 2025-06-01, d 2026 1', 1, until)).toBe(found)
  })

  it('returns all positions without directorates', () => {
    const none = directoratesFrom([])
    const timeline = timelineOf('a 2024 1, b 2025')
    expect(positionsOf(timeline, none.main, none, counting('2026-06-01'))).toEqual(timeline)
  })
})
