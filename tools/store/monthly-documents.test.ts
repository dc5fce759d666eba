import { beforeEach, describe, expect, it } from '@jest/globals'
import { monthlyRef } from '@landscape/contracts/monthly-documents'
import { replace } from '@landscape/store/objects/directory'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import type { ObjectStore } from '@landscape/store/objects/port'
import { check } from './check.ts'
import { putDocuments } from './put-documents.ts'

const OCTOBER = monthlyRef('repositoryUsage', '2026-10')
const bytes = (value: unknown) => Buffer.from(JSON.stringify(value))
const progress = { show: () => undefined, clear: () => undefined }
const options = { author: 'kim', verb: 'put', isForced: false, isConfirmed: false, progress }

let store: ObjectStore
beforeEach(() => {
  store = createEmbeddedStore(':memory:')
})

describe('commands for monthly documents', () => {
  it('store a month that matches its schema', async () => {
    const body = bytes([{ day: '2026-10-31', repo_id: 7 }])
    expect(await putDocuments(store, [{ ref: OCTOBER, body }], options)).toEqual([
      'Stored assistant/repository_usage/2026-10.json',
    ])
  })

  it('reject a month of another shape, and a location that no service reads', async () => {
    const body = bytes([{ repo_id: 7 }])
    await expect(putDocuments(store, [{ ref: OCTOBER, body }], options)).rejects.toThrow(
      '[0].day: Invalid day',
    )
    const other = { ...OCTOBER, key: 'repository_usage/2026-13.json' }
    await expect(putDocuments(store, [{ ref: other, body }], options)).rejects.toThrow(
      'No service reads',
    )
  })

  it('report a stored month that no service can read', async () => {
    await replace(store, OCTOBER, bytes([{ day: 31 }]))
    const { lines } = await check(store, true)
    const found = lines.filter((line) => line.includes('repository_usage/2026-10.json'))
    expect(found).toEqual(
      expect.arrayContaining([expect.stringMatching(/^assistant\/.*: \/0\/day: /)]),
    )
  })
})
