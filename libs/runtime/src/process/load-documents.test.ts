import { describe, expect, it } from '@jest/globals'
import { createDocument } from '@landscape/store/documents/document'
import { replace } from '@landscape/store/objects/directory'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { type Bucket, type ObjectRef, StoreUnavailable } from '@landscape/store/objects/port'
import { z } from 'zod'
import { checkBuckets, loadOnce, loadOnFirstCheck } from './load-documents.ts'

const refs: ObjectRef[] = ['a.json', 'b.json'].map((key) => ({ bucket: 'main', key }))

/** Documents of a store that records reads and can be unavailable. */
async function setUp(texts: readonly string[]) {
  const store = createEmbeddedStore(':memory:')
  for (const [n, text] of texts.entries()) await replace(store, refs[n]!, Buffer.from(text))
  const reads: string[] = []
  const state = { isDown: false }
  const watched = {
    ...store,
    async get(...args: Parameters<typeof store.get>) {
      if (state.isDown) throw new Error('no route to the store')
      reads.push(args[0].key)
      return store.get(...args)
    },
  }
  const documents = refs.map((ref) => createDocument(watched, ref, z.object({})))
  const checkStore = () => watched.get({ bucket: 'main', key: 'absent' })
  return {
    check: loadOnFirstCheck(
      checkStore,
      loadOnce(documents.map((document) => () => document.read())),
    ),
    reads,
    state,
  }
}

describe('loadOnFirstCheck', () => {
  it('loads each document at the first check only', async () => {
    const { check, reads } = await setUp(['{}', '{}'])
    await check()
    await check()
    expect(reads).toEqual(['absent', 'a.json', 'b.json', 'absent'])
  })

  it('loads each document once for concurrent checks', async () => {
    const { check, reads } = await setUp(['{}', '{}'])
    await Promise.all([check(), check(), check()])
    expect(reads.filter((key) => key === 'a.json')).toHaveLength(1)
  })

  it('fails while the store is unavailable and loads documents afterwards', async () => {
    const { check, reads, state } = await setUp(['{}', '{}'])
    state.isDown = true
    await expect(check()).rejects.toThrow('no route to the store')
    state.isDown = false
    await check()
    expect(reads).toEqual(['absent', 'a.json', 'b.json'])
  })

  it('skips an invalid document and loads the others', async () => {
    const { check, reads } = await setUp(['[1', '{}'])
    await check()
    expect(reads).toContain('b.json')
  })
})

describe('checkBuckets', () => {
  it.each(['main', 'audit-tool'] as const)(
    'rejects when the bucket %s does not exist',
    async (missing) => {
      const buckets: Bucket[] = []
      const store = {
        async get({ bucket }: ObjectRef) {
          buckets.push(bucket)
          if (bucket === missing) throw new StoreUnavailable(`no such bucket "${bucket}"`)
          return { kind: 'missing' as const }
        },
      }
      const check = checkBuckets(store, ['banners', 'radar', 'projects'])
      await expect(check()).rejects.toThrow(`no such bucket "${missing}"`)
      expect(buckets).toEqual(['main', 'audit-tool'])
    },
  )
})
