import { beforeEach, describe, expect, it } from '@jest/globals'
import { bannerContentId } from '@landscape/contracts/banners'
import { DOCUMENTS } from '@landscape/contracts/documents'
import type { BannersDocument } from '@landscape/contracts/landscape'
import { createDocument } from '@landscape/store/documents/document'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { harness, type Harness } from './harness.ts'

const banner = (message: string) => ({ message, pages: ['radar'], show: true })
const idOf = (message: string) => bannerContentId(banner(message))

let h: Harness
beforeEach(async () => {
  const store = createEmbeddedStore(':memory:')
  const { ref, schema } = DOCUMENTS.banners
  // Another program, which stores banners without ids.
  const older = createDocument<BannersDocument>(store, ref, schema, { history: 'banners' })
  const by = { actor: 'subject-ada', email: 'ada@acme.example', action: 'add banner' }
  const put = (...messages: string[]) =>
    older.change(() => ({ next: { messages: messages.map(banner) }, result: undefined }), { by })
  await put('one', 'two')
  await put('one', 'two', 'three')
  await put('one', 'three')
  h = harness(store)
})

interface Shown {
  id: string
  action: string
  subjects: string[]
  operations: { path: string }[]
}
const history = async () =>
  (await h.get('/admin/api/history?document=banners')).body.changes as Shown[]
const undo = (id: string) => h.post(`/admin/api/history/${id}/undo`, undefined)
const stored = async () =>
  ((await h.stored('banners')) as { messages: { id: string; message: string }[] }).messages.map(
    ({ id, message }) => [message, id],
  )

describe('the history of banners that were stored without ids', () => {
  it('separates the ids from the first edit', async () => {
    await h.post('/admin/api/banners/toggle', { id: idOf('three') })
    const [toggle, ids, removal] = await history()
    expect(toggle).toMatchObject({ action: 'toggle banner', subjects: ['three'] })
    expect(toggle!.operations.map(({ path }) => path)).toEqual([`/messages/${idOf('three')}/show`])
    expect(ids).toMatchObject({ action: 'completed', subjects: ['one', 'three'] })
    expect(removal).toMatchObject({ subjects: ['two'] })
    const { text } = await h.get('/changes', { headers: { accept: 'text/html' } })
    expect(text).toContain('one, three: id<')
  })

  it('has edits from before the ids, which can be undone before and after the next edit', async () => {
    const [removal, addition] = await history()
    expect((await undo(removal!.id)).status).toBe(200)
    expect(await stored()).toEqual(['one', 'two', 'three'].map((name) => [name, idOf(name)]))
    await h.post('/admin/api/banners/toggle', { id: idOf('one') })
    expect((await undo(addition!.id)).status).toBe(200)
    expect(await stored()).toEqual(['one', 'two'].map((name) => [name, idOf(name)]))
  })

  it('keeps the ids when their change is undone', async () => {
    await h.post('/admin/api/banners/toggle', { id: idOf('three') })
    const before = await stored()
    const [, ids] = await history()
    expect((await undo(ids!.id)).status).toBe(409)
    expect(await stored()).toEqual(before)
  })
})
