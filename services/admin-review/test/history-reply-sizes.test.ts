import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { DOCUMENTS as STORED } from '@landscape/contracts/documents'
import { createDocument } from '@landscape/store/documents/document'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { DOCUMENTS, HOSTILE } from '@landscape/store/testing/hostile-documents'
import type { Response } from 'supertest'
import { z } from 'zod'
import { ADMIN, harness, type Harness } from './harness.ts'

/** Bytes that a stored byte may add to a reply. */
const MAX_FACTOR = 200
const NAMES = {
  radar: 'radar',
  banners: 'banners',
  projects: 'projects',
  lists: 'arrayData',
} as const
const by = { actor: ADMIN.subject, email: ADMIN.email, action: 'edit' }

const store = createEmbeddedStore(':memory:')
afterAll(() => store.close())
let h: Harness
beforeAll(() => {
  h = harness(store)
})

/** Stores an edit of a document, and returns the id of its change and the size of the change. */
async function edit(kind: keyof typeof NAMES, next: unknown) {
  const { ref } = STORED[NAMES[kind]]
  const document = createDocument<unknown>(store, ref, z.unknown(), { history: kind })
  const { change } = await document.change(() => ({ next, result: undefined }), { by })
  const id = change!.id
  return { id, stored: Buffer.byteLength(JSON.stringify(await (await document.past()).find(id))) }
}

const sizeOf = ({ status, text }: Response) => {
  expect([200, 409]).toContain(status)
  return Buffer.byteLength(text)
}

/** The size of each read of the last change of a document. */
async function replySizes(kind: string, id: string): Promise<Record<string, number>> {
  const query = `document=${kind}&limit=1`
  return {
    list: sizeOf(await h.get(`/admin/api/history?${query}`)),
    one: sizeOf(await h.get(`/admin/api/history/${id}`)),
    preview: sizeOf(await h.post(`/admin/api/history/${id}/undo`, { dryRun: true })),
    pages: sizeOf(await h.get(`/changes?document=${kind}`)),
    page: sizeOf(await h.get(`/changes/${id}`)),
  }
}

describe.each(Object.keys(NAMES) as (keyof typeof NAMES)[])(
  'a reply about a change of %s',
  (kind) => {
    it.each(Object.keys(HOSTILE))(
      'has at most 200 bytes for each stored byte: %s',
      async (name) => {
        const hostile = HOSTILE[name]!
        const versionOf = (value: unknown) => DOCUMENTS[kind]!(['unaltered', value])
        const small = await edit(kind, versionOf(`before ${name}`))
        const before = await replySizes(kind, small.id)
        for (const [seed, count] of [
          ['b', 199],
          ['"', 1_000],
        ] as const) {
          const { id, stored } = await edit(kind, versionOf(hostile(seed, count)))
          for (const [read, size] of Object.entries(await replySizes(kind, id))) {
            const added = size - before[read]!
            expect([read, added, added <= MAX_FACTOR * stored]).toEqual([read, added, true])
          }
        }
      },
    )
  },
)
