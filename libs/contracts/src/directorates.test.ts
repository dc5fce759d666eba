import { describe, expect, it } from '@jest/globals'
import { positionsOf, readDirectorates } from './directorates.ts'

const COAST = { id: 0, name: 'Coast', default: false, enabled: true }
const HARBOUR = { id: 1, name: 'Harbour', default: true, enabled: true }
const FLEET = { id: 2, name: 'Fleet', default: false, enabled: false }

describe('readDirectorates', () => {
  it('takes the first element with `default: true` as the default', () => {
    expect(readDirectorates([COAST, HARBOUR, { ...FLEET, default: true }]).main.id).toBe(1)
  })
  it('takes the element with the id 0 when none is marked', () => {
    expect(readDirectorates([FLEET, COAST]).main).toEqual({ id: 0, name: 'Coast' })
  })
  it('takes the id 0 when no element has it', () => {
    expect(readDirectorates([FLEET]).main.id).toBe(0)
    expect(readDirectorates([]).main.id).toBe(0)
  })
  it('lists the enabled ones, and finds the others', () => {
    const { enabled, find } = readDirectorates([COAST, HARBOUR, FLEET])
    expect(enabled.map(({ id }) => id)).toEqual([0, 1])
    expect(find('fleet')?.id).toBe(2)
  })
  it.each([1, '1', ' 1 ', 'Harbour', 'HARBOUR'])('finds %j by its id or its name', (wanted) => {
    expect(readDirectorates([COAST, HARBOUR]).find(wanted)?.id).toBe(1)
  })
  it('prefers an id to a name', () => {
    const numbered = { id: 7, name: '1' }
    expect(readDirectorates([numbered, HARBOUR]).find('1')?.id).toBe(1)
  })
  it.each([undefined, null, '', 9, 'Air', {}, []])('finds no directorate for %j', (wanted) => {
    expect(readDirectorates([COAST, HARBOUR]).find(wanted)).toBeUndefined()
  })
  it('prefers the default one to others of its id or name', () => {
    const main = { id: 1, name: 'Main', default: true }
    const { find } = readDirectorates(
      [HARBOUR, { id: 2, name: 'main' }, main].map((one) => ({ ...one, default: one === main })),
    )
    expect([find(1)?.name, find('main')?.id]).toEqual(['Main', 1])
  })
  it('omits ids above 200 characters, and shortens names', () => {
    const { enabled } = readDirectorates([
      { id: 'i'.repeat(201), name: 'Long' },
      { id: 3, name: 'n'.repeat(300) },
    ])
    expect(enabled).toEqual([{ id: 3, name: 'n'.repeat(200) }])
  })
  it('omits elements without an id', () => {
    const { enabled } = readDirectorates([null, 'Coast', { name: 'Coast' }, { id: {} }, HARBOUR])
    expect(enabled).toEqual([{ id: 1, name: 'Harbour' }])
  })
})

describe('positionsOf', () => {
  type Position = { ringId: string; directorate?: unknown }
  const ringsFor = (document: readonly unknown[], wanted: unknown, positions: Position[]) => {
    const directorates = readDirectorates(document)
    const directorate = directorates.find(wanted) ?? directorates.main
    return positionsOf(positions, directorate, directorates).map(({ ringId }) => ringId)
  }
  const timeline = [
    { ringId: 'assess' },
    { ringId: 'trial', directorate: 'harbour' },
    { ringId: 'hold', directorate: 0 },
    { ringId: 'adopt', directorate: 1 },
    { ringId: 'ignore', directorate: 'Air' },
  ]

  it('returns the positions without a directorate, and those of the default one, for the default', () => {
    expect(ringsFor([COAST, HARBOUR], 1, timeline)).toEqual(['assess', 'trial', 'adopt'])
  })
  it('returns only the own positions of another directorate', () => {
    expect(ringsFor([COAST, HARBOUR], 0, timeline)).toEqual(['hold'])
  })
  it('returns those of the default one for a directorate without own positions', () => {
    expect(ringsFor([COAST, HARBOUR, FLEET], 2, timeline)).toEqual(['assess', 'trial', 'adopt'])
  })
  it('returns all positions without directorates', () => {
    expect(ringsFor([], undefined, timeline)).toHaveLength(5)
  })
})
