import { describe, expect, it } from '@jest/globals'
import { createDocument } from '@landscape/store/documents/document'
import { replace } from '@landscape/store/objects/directory'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { z } from 'zod'
import { loadOnce } from './load-documents.ts'
import { createStaleDocuments } from './stale-documents.ts'

const REF = { bucket: 'main', key: 'messages.json' } as const
const NAME = 'main/messages.json'

async function opened(first: string) {
  const store = createEmbeddedStore(':memory:')
  const put = (text: string) => replace(store, REF, Buffer.from(text))
  await put(first)
  const stale = createStaleDocuments()
  const document = createDocument(store, REF, z.object({ messages: z.array(z.unknown()) }), {
    observers: [stale.observer],
  })
  const read = () => document.read().catch(() => undefined)
  return {
    put,
    read,
    metric: stale.readingOf(REF).read,
    check: stale.checkOf([document], loadOnce([() => document.read()])),
  }
}

describe('createStaleDocuments', () => {
  it('reports a document that is served from the last good copy, until it is repaired', async () => {
    const { put, read, metric, check } = await opened('{"messages":[]}')
    await read()
    await check()
    await put('{}')
    await read()
    expect(metric()).toBe(1)
    await expect(check()).rejects.toThrow(`${NAME} is served from the last good copy`)
    await put('{"messages":[7]}')
    await check()
    expect(metric()).toBe(0)
  })

  it('reports a document that was never readable at the first check', async () => {
    const { check } = await opened('{}')
    await expect(check()).rejects.toThrow(`${NAME} is not readable, and without a good copy`)
  })

  it('reports a document that cannot be read', async () => {
    const { read, metric, check } = await opened('{}')
    await read()
    await expect(check()).rejects.toThrow(`${NAME} is not readable, and without a good copy`)
    expect(metric()).toBe(0)
  })
})
