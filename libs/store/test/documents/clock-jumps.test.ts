import { beforeEach, describe, expect, it } from '@jest/globals'
import type { ClockJump } from '../../src/history/record-time.ts'
import { createEmbeddedStore } from '../../src/objects/embedded.ts'
import { add, openList } from './list-history.ts'

const ref = { bucket: 'main', key: 'list.json' } as const
const HOUR = 60 * 60_000
const DAY = 24 * HOUR
const START = Date.parse('2026-11-21T10:00:00Z')
const YEAR = 365 * DAY

let clock = START
let jumps: (ClockJump & { document: string })[]
let store = createEmbeddedStore(':memory:')
beforeEach(() => {
  clock = START
  jumps = []
  store = createEmbeddedStore(':memory:')
})
const observer = {
  clockJump: (document: string, jump: ClockJump) => void jumps.push({ ...jump, document }),
}
const open = (at = () => clock) => openList(store, ref, { clock: at, observers: [observer] })
const past = () => open().past()
const itemsAt = async (instant: number) => {
  const state = await (await past()).stateAt(instant)
  return (state?.value as { items: string[] } | undefined)?.items
}
const idsOf = async (period: { since?: number; until?: number }) => {
  const found = []
  for await (const { change } of (await past()).changes(period)) found.push(change.id)
  return found
}

/** Three changes, of which the second has a time that is later by `ahead`. */
async function addWithJump(ahead: number) {
  await add(open(), 'kim')
  clock += HOUR
  await add(
    open(() => clock + ahead),
    'lee',
  )
  clock += HOUR
  await add(open(), 'max')
}

describe.each([
  ['a year', YEAR],
  ['an hour and a half of the same day', 1.5 * HOUR],
])('a change with a time that is ahead by %s', (_, ahead) => {
  beforeEach(() => addWithJump(ahead))

  it('does not give its time to later changes', async () => {
    const times = []
    for await (const { change } of (await past()).changes({})) times.push(Date.parse(change.at))
    expect(times).toEqual([START + 2 * HOUR, START + HOUR + ahead, START])
  })

  it('is reported once', async () => {
    clock += HOUR
    await add(open(), 'nia')
    const times = { rejected: START + HOUR + ahead, recorded: START + 2 * HOUR }
    expect(jumps).toEqual([{ document: 'main/list.json', ...times }])
  })

  it('is read by its number in past states', async () => {
    clock += DAY
    await add(open(), 'nia')
    expect(await itemsAt(START)).toEqual(['kim'])
    expect(await itemsAt(START + HOUR)).toEqual(['kim'])
    expect(await itemsAt(START + 2 * HOUR)).toEqual(['kim', 'lee', 'max'])
    expect(await itemsAt(START + 3 * DAY)).toEqual(['kim', 'lee', 'max', 'nia'])
    expect(await itemsAt(START - 1)).toBeUndefined()
  })

  it('is read by its number in periods', async () => {
    expect(await idsOf({ since: START + 2 * HOUR })).toEqual(['list-3-1', 'list-2-1'])
    expect(await idsOf({ since: START + 1 })).toEqual(['list-3-1', 'list-2-1'])
    expect(await idsOf({ until: START + HOUR })).toEqual(['list-1-1'])
    expect(await idsOf({ until: START + 2 * HOUR })).toEqual(['list-3-1', 'list-2-1', 'list-1-1'])
  })

  it('is followed by the later changes of an undo', async () => {
    const history = await past()
    const found = await history.find('list-2-1')
    const later = []
    for await (const { id } of history.later(found!.change)) later.push(id)
    expect(later).toEqual(['list-3-1'])
  })

  it('is deleted with the changes before and after it', async () => {
    clock += DAY
    await add(open(), 'nia')
    expect(await open().forget(START + DAY)).toBe(3)
    expect(await idsOf({})).toEqual(['list-4-1'])
    expect(await itemsAt(START + 2 * DAY)).toEqual(['kim', 'lee', 'max', 'nia'])
    expect(await itemsAt(START + HOUR)).toBeUndefined()
  })
})

describe('a process whose clock is ahead of the store', () => {
  it('records the time of the store, and reports its own', async () => {
    store.now = () => START
    await add(
      open(() => START + YEAR),
      'kim',
    )
    expect(await itemsAt(START)).toEqual(['kim'])
    expect(jumps).toMatchObject([{ rejected: START + YEAR, recorded: START }])
  })
})
