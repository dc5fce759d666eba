import { describe, expect, it } from '@jest/globals'
import {
  type Bucket,
  createDocument,
  createEmbeddedStore,
  type ObjectRef,
  replace,
  StoreUnavailable,
} from '@landscape/store'
import { z } from 'zod'
import { askingBuckets, loadingDocuments } from './load-documents.ts'

const refs: ObjectRef[] = ['a.json', 'b.json'].map((key) => ({ bucket: 'main', key }))

/** Documents of a store that counts what is asked of it, and can be away. */
async function setUp(texts: readonly string[]) {
  const store = createEmbeddedStore(':memory:')
  for (const [n, text] of texts.entries()) await replace(store, refs[n]!, Buffer.from(text))
  const asked: string[] = []
  const state = { isAway: false }
  const watched = {
    ...store,
    async get(...args: Parameters<typeof store.get>) {
      if (state.isAway) throw new Error('no route to the store')
      asked.push(args[0].key)
      return store.get(...args)
    },
  }
  const documents = refs.map((ref) => createDocument(watched, ref, z.object({})))
  const asks = () => watched.get({ bucket: 'main', key: 'never there' })
  return {
    check: loadingDocuments(
      asks,
      documents.map((document) => () => document.read()),
    ),
    asked,
    state,
  }
}

describe('a check of the store', () => {
  it('loads each document at the first time, and only then', async () => {
    const { check, asked } = await setUp(['{}', '{}'])
    await check()
    await check()
    expect(asked).toEqual(['never there', 'a.json', 'b.json', 'never there'])
  })

  it('loads them once for all who ask while it does', async () => {
    const { check, asked } = await setUp(['{}', '{}'])
    await Promise.all([check(), check(), check()])
    expect(asked.filter((key) => key === 'a.json')).toHaveLength(1)
  })

  it('fails as the store does while that is away, and loads them when it is back', async () => {
    const { check, asked, state } = await setUp(['{}', '{}'])
    state.isAway = true
    await expect(check()).rejects.toThrow('no route to the store')
    state.isAway = false
    await check()
    expect(asked).toEqual(['never there', 'a.json', 'b.json'])
  })

  it('passes over a document that cannot be read, so that the others are served', async () => {
    const { check, asked } = await setUp(['[1', '{}'])
    await check()
    expect(asked).toContain('b.json')
  })
})

describe('askingBuckets', () => {
  it.each(['main', 'audit-tool'] as const)(
    'rejects when the bucket %s is missing',
    async (gone) => {
      const asked: Bucket[] = []
      const store = {
        async get({ bucket }: ObjectRef) {
          asked.push(bucket)
          if (bucket === gone) throw new StoreUnavailable(`there is no bucket "${bucket}"`)
          return { kind: 'missing' as const }
        },
      }
      const check = askingBuckets(store, ['banners', 'radar', 'projects'])
      await expect(check()).rejects.toThrow(`there is no bucket "${gone}"`)
      expect(asked).toEqual(['main', 'audit-tool'])
    },
  )
})
