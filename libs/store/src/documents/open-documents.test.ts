import { describe, expect, it } from '@jest/globals'
import { DOCUMENTS } from '@landscape/contracts/documents'
import type { BannersDocument } from '@landscape/contracts/landscape'
import { createLogger } from '@landscape/runtime/logging/create-logger'
import { createEmbeddedStore } from '../objects/embedded.ts'
import { StoreUnavailable } from '../objects/port.ts'
import { scriptedStore } from '../../test/objects/scripted-store.ts'
import { openDocuments } from './open-documents.ts'
import { to } from '../../test/documents/to.ts'

const EMPTY = to((_current: BannersDocument | undefined): BannersDocument => ({ messages: [] }))

function opened() {
  const { store, script } = scriptedStore(createEmbeddedStore(':memory:'))
  const lines: Record<string, unknown>[] = []
  const logger = createLogger({
    service: 'test',
    level: 'info',
    destination: { write: (line) => void lines.push(JSON.parse(line)) },
  })
  return { documents: openDocuments(store, ['banners', 'teams'], { logger }), store, script, lines }
}

describe('openDocuments', () => {
  it('opens each document at its key in the catalogue', async () => {
    const { documents, store } = opened()
    const by = { actor: 'subject-1', action: 'test' }
    await documents.banners.change(EMPTY, { by })
    expect(await store.get(DOCUMENTS.banners.ref)).toMatchObject({ kind: 'found' })
    expect(Object.keys(documents)).toEqual(['banners', 'teams'])
  })

  it('logs the actor, action and version of each change that altered something', async () => {
    const { documents, lines } = opened()
    const { etag } = await documents.banners.change(EMPTY, {
      by: { actor: 'subject-1', action: 'replace banners' },
    })
    await documents.banners.change(EMPTY, { by: { actor: 'subject-2', action: 'again' } })
    expect(lines).toEqual([
      expect.objectContaining({
        level: 'info',
        msg: 'document changed',
        document: 'main/messages.json',
        version: etag,
        actor: 'subject-1',
        action: 'replace banners',
      }),
    ])
  })

  it('logs the trace of each change of a batch', async () => {
    const { documents, lines } = opened()
    const changes = ['one', 'two', undefined].map((traceId, i) =>
      documents.banners.change(
        to((before: BannersDocument | undefined) => ({
          messages: [...(before?.messages ?? []), { message: String(i), pages: [], show: true }],
        })),
        { by: { actor: `subject-${i}`, action: 'add', traceId } },
      ),
    )
    await Promise.all(changes)
    const logged = lines.map(({ actor, traceId }) => [actor, traceId])
    expect(logged).toEqual([
      ['subject-0', 'one'],
      ['subject-1', 'two'],
      ['subject-2', undefined],
    ])
  })

  it('logs the beginning of an outage once, with its cause, and its end once', async () => {
    const { documents, script, lines } = opened()
    script.beforeGet = () => {
      throw new StoreUnavailable('connection refused')
    }
    for (let i = 0; i < 2; i++) await documents.banners.read().catch(() => {})
    script.beforeGet = () => {}
    for (let i = 0; i < 2; i++) await documents.banners.read()
    expect(lines).toEqual([
      expect.objectContaining({
        level: 'error',
        msg: 'a stored document cannot be read',
        document: 'main/messages.json',
        err: expect.objectContaining({ message: 'connection refused' }),
      }),
      expect.objectContaining({
        level: 'info',
        msg: 'a stored document can be read again',
        document: 'main/messages.json',
      }),
    ])
  })
})
