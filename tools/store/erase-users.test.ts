import { beforeEach, describe, expect, it } from '@jest/globals'
import { monthlyRef } from '@landscape/contracts/monthly-documents'
import { replace } from '@landscape/store/objects/directory'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import type { ObjectStore } from '@landscape/store/objects/port'
import { eraseUsers } from './erase-users.ts'

const OCTOBER = monthlyRef('userUsage', '2026-10')
const NOVEMBER = monthlyRef('userUsage', '2026-11')
const REPOSITORIES = monthlyRef('repositoryUsage', '2026-11')
const day = (date: string, user_id: number) => ({ day: date, user_id, surfaces: [] })

let store: ObjectStore
beforeEach(async () => {
  store = createEmbeddedStore(':memory:')
  const october = [day('2026-10-30', 7), day('2026-10-31', 8)]
  await replace(store, OCTOBER, Buffer.from(JSON.stringify(october)))
  await replace(store, NOVEMBER, Buffer.from(JSON.stringify([day('2026-11-01', 8)])))
  await replace(store, REPOSITORIES, Buffer.from('[{"day":"2026-11-01"}]'))
})
async function stored(ref: typeof OCTOBER): Promise<string | undefined> {
  const got = await store.get(ref)
  return got.kind === 'found' ? got.body.toString() : undefined
}
const all = { userId: undefined, isConfirmed: true }

describe('eraseUsers', () => {
  it('lists what it would erase and erases nothing without --yes', async () => {
    expect(await eraseUsers(store, { ...all, isConfirmed: false })).toEqual([
      'Days of individual users by document:',
      '  assistant/user_usage/2026-10.json: 2',
      '  assistant/user_usage/2026-11.json: 1',
      'Nothing was erased. To erase it:\n  npm run store -- erase-users --yes',
    ])
    const [, only, ...others] = await eraseUsers(store, { userId: 7, isConfirmed: false })
    expect(only).toBe('  assistant/user_usage/2026-10.json: 1')
    expect(others).toHaveLength(1)
    expect(await stored(OCTOBER)).toContain('"user_id":7')
  })

  it('erases every month of individual users and nothing else', async () => {
    expect((await eraseUsers(store, all)).at(-1)).toContain('Backups')
    expect([await stored(OCTOBER), await stored(NOVEMBER)]).toEqual([undefined, undefined])
    expect(await stored(REPOSITORIES)).toBeDefined()
    expect(await eraseUsers(store, all)).toEqual([
      'No usage of individual users is stored; nothing was erased.',
    ])
  })

  it('erases one person and keeps the others', async () => {
    await eraseUsers(store, { userId: 7, isConfirmed: true })
    expect(await stored(OCTOBER)).toBe(JSON.stringify([day('2026-10-31', 8)]))
    expect(await stored(NOVEMBER)).toBe(JSON.stringify([day('2026-11-01', 8)]))
    expect(await eraseUsers(store, { userId: 7, isConfirmed: true })).toHaveLength(1)
  })

  it('erases one person from a month with malformed elements', async () => {
    await replace(store, OCTOBER, Buffer.from('[3,{"user_id":"7"},{"user_id":8}]'))
    await eraseUsers(store, { userId: 7, isConfirmed: true })
    expect(await stored(OCTOBER)).toBe('[3,{"user_id":8}]')
  })

  it('erases damaged months with all others, but no person from them', async () => {
    await replace(store, OCTOBER, Buffer.from('{"half'))
    await expect(eraseUsers(store, { userId: 8, isConfirmed: true })).rejects.toThrow(
      'assistant/user_usage/2026-10.json is not JSON. Nothing was erased.',
    )
    expect(await stored(NOVEMBER)).toContain('"user_id":8')
    const [, first] = await eraseUsers(store, all)
    expect(first).toBe('  assistant/user_usage/2026-10.json: unknown')
    expect(await stored(OCTOBER)).toBeUndefined()
  })
})
