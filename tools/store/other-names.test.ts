import { beforeEach, describe, expect, it } from '@jest/globals'
import { replace } from '@landscape/store/objects/directory'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import type { ObjectStore } from '@landscape/store/objects/port'
import { inspect } from './inspect.ts'
import { putDocuments } from './put-documents.ts'

const OLDER = { bucket: 'assistant', key: 'archive/pre-feb25/teams_history_feb25.json' } as const
const NEWER = { bucket: 'assistant', key: 'archive/pre-mar26/teams_history_mar26.json' } as const
const LINE = 'is an archived copy: store it as assistant/teams_history.json'
const body = Buffer.from('[]')

let store: ObjectStore
beforeEach(async () => {
  store = createEmbeddedStore(':memory:')
  await replace(store, OLDER, body)
  await replace(store, NEWER, body)
})

describe('an archived copy of a document', () => {
  it('is named while the document does not exist', async () => {
    const { lines, verdict } = await inspect(store, false)
    expect(lines).toContain(`assistant/${OLDER.key}: ${LINE}`)
    expect(lines).toContain(`assistant/${NEWER.key}: ${LINE}`)
    expect(lines.join('\n')).not.toContain('store it as assistant/copilot_teams.json')
    expect(verdict).toBe(2)
  })

  it('is not named while the document exists', async () => {
    await replace(store, { bucket: 'assistant', key: 'teams_history.json' }, body)
    const { lines } = await inspect(store, false)
    expect(lines.join('\n')).not.toContain('teams_history_')
  })

  it('is rejected under the key of the archive, with the key that is read', async () => {
    const progress = { show: () => undefined, clear: () => undefined }
    const options = { author: 'kim', verb: 'put', isForced: false, isConfirmed: false, progress }
    const put = putDocuments(store, [{ ref: NEWER, body }], options)
    await expect(put).rejects.toThrow(`assistant/${NEWER.key}: ${LINE}`)
    await expect(put).rejects.not.toThrow('Did you mean')
  })
})
