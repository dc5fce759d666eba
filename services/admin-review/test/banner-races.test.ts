import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals'
import { bannerOf } from '@landscape/contracts/banners'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { harness, type Harness } from './harness.ts'

const directory = mkdtempSync(join(tmpdir(), 'landscape-banner-races-'))
const stores = [createEmbeddedStore(directory), createEmbeddedStore(directory)] as const
afterAll(() => {
  for (const store of stores) store.close()
  rmSync(directory, { recursive: true })
})

interface Read {
  id: string
  message: string
  title?: string
  show?: boolean
}

const COUNT = 60
const numbers = Array.from({ length: COUNT }, (_, i) => i)
/** Banners of another program without ids; some are equal. */
const old = numbers.map((i) => ({ message: `b${i % 40}`, pages: ['radar'], show: true }))

let one: Harness
let two: Harness
beforeEach(async () => {
  one = harness(stores[0])
  two = harness(stores[1])
  await one.seed('banners', { messages: [null, ...old] })
})
const read = async (h: Harness) =>
  ((await h.get('/admin/api/banners')).body.messages as unknown[]).filter(
    (element): element is Read => !bannerOf(element).isOpaque,
  )

describe('the ids of banners in two processes', () => {
  it('are the same in both before and after concurrent edits, of which none is lost', async () => {
    const before = await read(one)
    expect(await read(two)).toEqual(before)
    const ids = before.map(({ id }) => id)
    const responses = await Promise.all(
      ids.flatMap((id, i) => [
        one.post('/admin/api/banners/update', { id, banner: { title: `title ${i}` } }),
        two.post('/admin/api/banners/toggle', { id, show: false }),
        (i % 2 ? one : two).post('/admin/api/banners/update', { message: 'b1', pages: ['new'] }),
      ]),
    )
    expect(responses.filter(({ status }) => status !== 200)).toEqual([])
    const after = await read(two)
    expect(await read(one)).toEqual(after)
    const edited = after.filter(({ id }) => ids.includes(id))
    expect(edited).toEqual(
      before.map((banner, i) =>
        expect.objectContaining({ ...banner, title: `title ${i}`, show: false, state: 'hidden' }),
      ),
    )
    expect(new Set(after.map(({ id }) => id)).size).toBe(2 * COUNT)
    expect(after).toHaveLength(2 * COUNT)
  })

  it('address the same banner after edits of others moved it and stored its id', async () => {
    const [gone, , kept] = await read(one)
    expect((await two.post('/admin/api/banners/delete', { id: gone!.id })).status).toBe(200)
    const sent = { id: kept!.id, banner: { message: 'Changed' } }
    expect((await one.post('/admin/api/banners/update', sent)).status).toBe(200)
    expect((await read(two)).find(({ id }) => id === kept!.id)?.message).toBe('Changed')
    expect((await two.post('/admin/api/banners/toggle', { id: gone!.id })).status).toBe(404)
    const copy = { message: gone!.message, pages: ['radar'], show: true }
    expect((await two.post('/admin/api/banners/update', copy)).status).toBe(200)
    expect((await read(one)).find(({ id }) => id === kept!.id)?.message).toBe('Changed')
  })
})
