import { describe, expect, it } from '@jest/globals'
import { createDocument } from '@landscape/store/documents/document'
import { monthlyRef } from '@landscape/contracts/monthly-documents'
import { openMonths } from '@landscape/store/documents/open-months'
import { createLogger } from '../logging/create-logger.ts'
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

  it('reports a damaged month, until it is repaired or removed', async () => {
    const store = createEmbeddedStore(':memory:')
    const stale = createStaleDocuments()
    const logger = createLogger({ service: 'test', level: 'silent' })
    const { repositoryUsage } = openMonths(store, { logger, observers: [stale.observer] })
    const refs = ['2026-10', '2026-11'].map((month) => monthlyRef('repositoryUsage', month))
    for (const ref of refs) await replace(store, ref, Buffer.from('{'))
    const readAll = () => repositoryUsage.readAll()
    const check = stale.checkOf([], loadOnce([readAll]), readAll)
    for (const { key } of refs)
      await expect(check()).rejects.toThrow(`assistant/${key} is not readable`)
    await replace(store, refs[0]!, Buffer.from('[]'))
    await expect(check()).rejects.toThrow(/^assistant\/repository_usage\/2026-11.json is not/)
    await store.remove(refs[1]!)
    await check()
  })

  it('reports a document that cannot be read', async () => {
    const { read, metric, check } = await opened('{}')
    await read()
    await expect(check()).rejects.toThrow(`${NAME} is not readable, and without a good copy`)
    expect(metric()).toBe(0)
  })
})
