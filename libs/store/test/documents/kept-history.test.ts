import { beforeEach, describe, expect, it } from '@jest/globals'
import { createEmbeddedStore } from '../../src/objects/embedded.ts'
import { z } from 'zod'
import { createDocument, type StoredDocument } from '../../src/documents/document.ts'
import { add, openList, type List } from './list-history.ts'

const ref = { bucket: 'main', key: 'list.json' } as const
const MINUTE = 60_000
const START = Date.parse('2026-11-21T10:00:00Z')

let clock = START
let store = createEmbeddedStore(':memory:')
beforeEach(() => {
  clock = START
  store = createEmbeddedStore(':memory:')
})
const open = () => openList(store, ref, { clock: () => clock })

/** Adds items, one per minute. */
async function addEachMinute(list: StoredDocument<List>, items: readonly string[]): Promise<void> {
  for (const item of items) {
    await add(list, item)
    clock += MINUTE
  }
}

/** The e-mails of the authors, newest first. */
async function writers(
  list: StoredDocument<List>,
  version?: Awaited<ReturnType<typeof list.read>>,
) {
  const found = []
  for await (const { change } of (await list.past(version)).changes({})) {
    found.push(change.actor?.email)
  }
  return found
}

describe('the history of a document', () => {
  it('is neither readable nor deletable when it is not recorded', async () => {
    const list = createDocument(store, ref, z.unknown())
    await expect(list.past()).rejects.toThrow('The history of this document is not recorded')
    await expect(list.forget(clock)).rejects.toThrow('The history of this document is not recorded')
  })

  it('is empty when the document does not exist', async () => {
    expect(await writers(open())).toEqual([])
    expect(await open().forget(clock)).toBe(0)
  })

  it('ends with the given version', async () => {
    await addEachMinute(open(), ['kim'])
    const version = await open().read()
    await addEachMinute(open(), ['lee'])
    expect(await writers(open(), version)).toEqual(['kim@acme.example'])
    expect(await writers(open())).toEqual(['lee@acme.example', 'kim@acme.example'])
  })

  it('is deleted up to an instant, and the document is unchanged', async () => {
    await addEachMinute(open(), ['kim', 'lee', 'max'])
    expect(await open().forget(START + 2 * MINUTE)).toBe(2)
    expect(await writers(open())).toEqual(['max@acme.example'])
    expect((await open().read())?.value.items).toEqual(['kim', 'lee', 'max'])
    const keys = await store.list('main', 'history/')
    const objects = await Promise.all(keys.map((key) => store.get({ bucket: 'main', key })))
    const left = objects.map((got) => (got.kind === 'found' ? got.body.toString() : '')).join()
    expect(left).toContain('max@acme.example')
    expect(left).not.toContain('kim@acme.example')
  })

  it('keeps the document at an instant when its records are deleted', async () => {
    await addEachMinute(open(), ['kim', 'lee', 'max'])
    const stateAt = async (instant: number) => (await open().past()).stateAt(instant)
    expect(await open().keep(START + MINUTE)).toBe(true)
    expect(await open().keep(START + MINUTE)).toBe(true)
    await open().forget(START + 3 * MINUTE)
    expect(await stateAt(START + MINUTE)).toEqual({ value: { items: ['kim', 'lee'] } })
    expect(await stateAt(START + MINUTE + 1)).toBeUndefined()
  })

  it('keeps nothing of an instant before the history', async () => {
    await addEachMinute(open(), ['kim'])
    expect(await open().keep(START - 1)).toBe(false)
    await open().forget(START + MINUTE)
    expect(await open().keep(START - 1)).toBe(false)
    const keys = await store.list('main', 'history/')
    expect(keys.filter((key) => key.includes('/kept/'))).toEqual([])
  })

  it('keeps a version of a document without changes', async () => {
    await store.put(ref, Buffer.from('{"items":["kim"]}'), { absent: true })
    expect(await open().keep(START)).toBe(false)
    expect(await open().keep(START, await open().read())).toBe(true)
    await addEachMinute(open(), ['lee'])
    expect(await (await open().past()).stateAt(START)).toEqual({ value: { items: ['kim'] } })
  })

  it('has an empty e-mail for an author without one', async () => {
    const by = { actor: 'collector', action: 'collect' }
    await open().change(() => ({ next: { items: [] }, result: undefined }), { by })
    expect(await writers(open())).toEqual([''])
  })

  it('has the wall-clock time', async () => {
    const before = Date.now()
    await add(openList(store, ref), 'kim')
    for await (const { change } of (await open().past()).changes({})) {
      expect(Date.parse(change.at)).toBeGreaterThanOrEqual(before)
      expect(Date.parse(change.at)).toBeLessThanOrEqual(Date.now())
    }
    expect.assertions(2)
  })
})
