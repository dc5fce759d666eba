import { describe, expect, it, jest } from '@jest/globals'
import { DOCUMENTS } from '@landscape/contracts/documents'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { replace } from '@landscape/store/objects/directory'
import { headIn } from '@landscape/store/history/record'
import { restore, verifyAll } from './history.ts'
import { putRecorded } from './put-recorded.ts'

describe('verifyAll', () => {
  it('returns a line for each history, and ignores a record that no version names', async () => {
    const store = createEmbeddedStore(':memory:')
    const body = Buffer.from('{"messages":[]}')
    const by = { author: 'kim@acme.example', action: 'put banners' }
    const dying = { ...store, put: (...args: Parameters<typeof store.put>) => putUnless(args) }
    const putUnless = (args: Parameters<typeof store.put>) =>
      args[0].key.startsWith('history/') ? store.put(...args) : Promise.reject(new Error('died'))
    await expect(putRecorded(dying, DOCUMENTS.banners.ref, body, by)).rejects.toThrow('died')
    await putRecorded(store, DOCUMENTS.banners.ref, body, by)
    const { lines, isIntact } = await verifyAll(store)
    expect([isIntact, lines]).toEqual([true, expect.arrayContaining(['banners: ok, 1 record'])])
  })
})

describe('putRecorded', () => {
  it('does not take over a time of this machine that is ahead of the clock of the store', async () => {
    const storeTime = Date.parse('2026-11-21T10:00:00Z')
    const ahead = storeTime + 365 * 24 * 60 * 60 * 1_000
    const store = { ...createEmbeddedStore(':memory:'), now: () => storeTime }
    const { ref } = DOCUMENTS.banners
    jest.useFakeTimers({ now: ahead, advanceTimers: true })
    try {
      const by = { author: 'kim@acme.example', action: 'put banners' }
      await putRecorded(store, ref, Buffer.from('{"messages":[]}'), by)
    } finally {
      jest.useRealTimers()
    }
    const got = await store.get(ref)
    expect(got.kind === 'found' && headIn(got.meta)?.at).toBe(storeTime)
  })
})

describe('restore', () => {
  it('keeps the indentation of a damaged version that it replaces', async () => {
    const store = createEmbeddedStore(':memory:')
    const { ref } = DOCUMENTS.banners
    const text = `${JSON.stringify({ messages: [] }, null, 4)}\n`
    const by = { author: 'kim@acme.example', action: 'put banners' }
    await putRecorded(store, ref, Buffer.from(text), by)
    await replace(store, ref, Buffer.from(text.replace('[]', '7')))
    const repair = { isConfirmed: true, replacesDamaged: true }
    await restore(store, { name: 'banners', instant: new Date(), by: by.author, ...repair })
    expect(await store.get(ref)).toMatchObject({ body: Buffer.from(text) })
  })
})
