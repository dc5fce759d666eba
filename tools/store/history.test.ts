import { describe, expect, it } from '@jest/globals'
import { DOCUMENTS } from '@landscape/contracts/documents'
import { replace } from '@landscape/store/objects/directory'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { verifyAll } from './history.ts'
import { putRecorded } from './put-recorded.ts'

describe('verifyAll', () => {
  it('explains a record that no version names', async () => {
    const store = createEmbeddedStore(':memory:')
    const body = Buffer.from('{"messages":[]}')
    const by = { author: 'kim@acme.example', action: 'put banners' }
    await putRecorded(store, DOCUMENTS.banners.ref, body, by)
    const keyOf = (slot: string) =>
      ({ bucket: 'main', key: `history/banners/records/000000/${slot}.json` }) as const
    const first = await store.get(keyOf('000000001'))
    if (first.kind !== 'found') throw new Error('The change was not recorded')
    await replace(store, keyOf('000000002'), first.body)
    const { lines, isIntact } = await verifyAll(store)
    expect(isIntact).toBe(true)
    expect(lines).toContain(
      'banners: ok, 1 record; 1 record of edits that were never stored, for example because ' +
        'a process was killed; harmless: 000000002',
    )
  })
})
