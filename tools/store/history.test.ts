import { describe, expect, it } from '@jest/globals'
import { DOCUMENTS } from '@landscape/contracts/documents'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { verifyAll } from './history.ts'
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
