import { createEmbeddedStore } from '../../src/objects/embedded.ts'
import { type ObjectStore } from '../../src/objects/port.ts'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import { createDocument, type StoredDocument } from '../../src/documents/document.ts'
import { undoChange } from '../../src/documents/undo-change.ts'

const by = { actor: 'subject-1', email: 'kim@acme.example', action: 'edit' }
const Radar = z.looseObject({ entries: z.array(z.unknown()) })
type Radar = z.infer<typeof Radar>
type Entry = Record<string, unknown>

let store: ObjectStore
let radar: StoredDocument<Radar>
beforeEach(() => {
  store = createEmbeddedStore(':memory:')
  radar = createDocument(store, { bucket: 'main', key: 'radar.json' }, Radar, { history: 'radar' })
})
afterEach(() => store.close())

/** Stores a change and returns its id. */
async function make(edit: (entries: Entry[]) => Entry[]): Promise<string> {
  await radar.change(
    (current) => ({
      next: { entries: edit((current?.entries ?? []) as Entry[]) },
      result: undefined,
    }),
    { by },
  )
  for await (const { change } of (await radar.past()).changes({})) return change.id
  throw new Error('nothing is recorded')
}

const write = (members: Entry) =>
  make((entries) =>
    entries.map((entry) => (entry['id'] === 'python' ? { ...entry, ...members } : entry)),
  )
const entries = async () => (await radar.read())!.value.entries
const undo = (id: string) => undoChange(radar, id, { by })
const conflictOf = (conflicts: unknown) => ({
  code: 'conflict',
  message: 'Later changes touch the same places',
  extensions: { conflicts },
})

describe('undoChange', () => {
  beforeEach(async () => {
    await make(() => [
      { id: 'python', description: 'old', timeline: [{ note: 'a' }, { note: 'b' }] },
      { id: 'go' },
    ])
  })

  it('rejects the undo when later changes led to the same value', async () => {
    const first = await write({ description: 'new' })
    const second = await write({ description: 'other' })
    const third = await write({ description: 'new' })
    const conflicts = [{ path: '/entries/python/description', changes: [third, second] }]
    await expect(undo(first)).rejects.toMatchObject(conflictOf(conflicts))
  })

  it('reads no more changes when the conflict has its 50 for each path', async () => {
    const first = await write({ description: 'new' })
    for (let i = 0; i < 60; i++) await write({ description: `${i}` })
    let read = 0
    const counted: typeof radar = {
      ...radar,
      async past() {
        const past = await radar.past()
        return {
          ...past,
          async *later(change) {
            for await (const one of past.later(change)) {
              read++
              yield one
            }
          },
        }
      },
    }
    await expect(undoChange(counted, first, { by })).rejects.toMatchObject({ code: 'conflict' })
    expect(read).toBe(50)
  })

  it('ignores undone later changes', async () => {
    const first = await write({ description: 'new' })
    const second = await write({ description: 'other' })
    const third = await undo(second)
    await undo(third.id!)
    await expect(undo(first)).rejects.toMatchObject(
      conflictOf([{ path: '/entries/python/description', changes: [second] }]),
    )
    await undo(second)
    await undo(first)
    expect((await entries())[0]).toMatchObject({ description: 'old' })
  })

  it('distinguishes array elements when indexes have shifted', async () => {
    const first = await write({ timeline: [{ note: 'a' }, { note: 'a' }] })
    const second = await write({ timeline: [{ note: 'c' }, { note: 'a' }, { note: 'a' }] })
    await expect(undo(first)).rejects.toMatchObject(
      conflictOf([{ path: '/entries/python/timeline/1/note', changes: [second] }]),
    )
    const last = await write({ timeline: [{ note: 'c' }, { note: 'a' }, { note: 'd' }] })
    await write({
      timeline: [{ note: 'c' }, { note: 'a' }, { note: 'd' }, { note: 'e' }],
    })
    await undo(last)
    expect((await entries())[0]).toMatchObject({
      timeline: [{ note: 'c' }, { note: 'a' }, { note: 'a' }, { note: 'e' }],
    })
  })

  it('restores an array element that was removed before later additions', async () => {
    const first = await write({ timeline: [{ note: 'a' }] })
    await write({ timeline: [{ note: 'a' }, { note: 'c' }] })
    await undo(first)
    expect((await entries())[0]).toMatchObject({
      timeline: [{ note: 'a' }, { note: 'b' }, { note: 'c' }],
    })
  })

  it('undoes a change of an element that was moved later', async () => {
    const first = await write({ description: 'new' })
    await make((all) => [...all.toReversed(), { id: 'rust' }])
    await undo(first)
    expect((await entries())[1]).toMatchObject({ id: 'python', description: 'old' })
  })

  it('rejects the undo of an order whose elements were removed', async () => {
    const order = await make((all) => all.toReversed())
    const removal = await make((all) => all.slice(0, 1))
    await expect(undo(order)).rejects.toMatchObject(
      conflictOf([{ path: '/entries', changes: [removal] }]),
    )
  })

  it('undoes an order to which later changes added', async () => {
    const order = await make((all) => all.toReversed())
    await make((all) => [...all, { id: 'rust' }])
    await undo(order)
    expect(await entries()).toMatchObject([{ id: 'python' }, { id: 'go' }, { id: 'rust' }])
  })

  it('names the newest of many later changes', async () => {
    const first = await write({ description: 'new' })
    const later = []
    for (let n = 0; n < 60; n++) later.unshift(await write({ description: `new ${n}` }))
    const conflicts = [{ path: '/entries/python/description', changes: later.slice(0, 50) }]
    await expect(undo(first)).rejects.toMatchObject(conflictOf(conflicts))
  })
})
