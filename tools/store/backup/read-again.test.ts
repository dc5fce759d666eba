import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { replace } from '@landscape/store/objects/directory'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import type { InventoriedStore } from '@landscape/store/objects/port'
import { backUp } from './back-up.ts'
import { directoryTarget } from './open-target.ts'
import { manifestNames } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'
import type { BackupTarget } from './target.ts'

const ref = { bucket: 'main', key: 'messages.json' } as const
const damaged = (bytes: Buffer) => Buffer.concat([bytes.subarray(1), bytes.subarray(0, 1)])
const options = { now: Date.now }

let directory = ''
let store: InventoriedStore
let target: BackupTarget
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'backup-'))
  target = directoryTarget(directory)
  store = createEmbeddedStore(':memory:')
  await replace(store, ref, Buffer.from('{"messages":[]}'))
})
afterEach(async () => {
  store.close()
  await rm(directory, { recursive: true })
})

describe('backUp', () => {
  it('fails when the target returns other bytes than were written', async () => {
    const write: BackupTarget['write'] = (name, bytes) => target.write(name, damaged(bytes))
    await expect(backUp(store, { ...target, write }, options)).rejects.toThrow(
      'The target did not return the bytes that were written for main/messages.json',
    )
    expect(await manifestNames(target)).toEqual([])
  })

  it('fails when the target returns a damaged manifest', async () => {
    const write: BackupTarget['write'] = (name, bytes) =>
      target.write(name, name.startsWith('objects/') ? bytes : damaged(bytes))
    await expect(backUp(store, { ...target, write }, options)).rejects.toThrow()
  })
})

describe('restoreBackup', () => {
  it('fails when the store returns other bytes than were written', async () => {
    await backUp(store, target, options)
    await store.remove(ref)
    const put: InventoriedStore['put'] = (to, body, ...rest) =>
      store.put(to, damaged(body), ...rest)
    await expect(restoreBackup({ ...store, put }, target, { isReplacing: false })).rejects.toThrow(
      'The store did not return the bytes that were written to main/messages.json',
    )
  })

  it('names the commands that restore the rest when an object of the backup is damaged', async () => {
    await backUp(store, target, options)
    const read: BackupTarget['read'] = async (name) => {
      const bytes = await target.read(name)
      return bytes && name.startsWith('objects/') ? damaged(bytes) : bytes
    }
    await expect(restoreBackup(store, { ...target, read }, { isReplacing: false })).rejects.toThrow(
      /damaged \(main\/messages\.json\).*an earlier one with --at.*with --only <document>/s,
    )
  })
})
