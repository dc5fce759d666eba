import { HistoryDamaged } from '../../src/history/damaged.ts'
import { createEmbeddedStore } from '../../src/objects/embedded.ts'
import { type ObjectStore } from '../../src/objects/port.ts'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { assertTrueHistory } from './assert-true-history.ts'
import { add, dieBeforeTheVersion, openList } from './list-history.ts'

const REF = { bucket: 'main', key: 'list.json' } as const

let store: ObjectStore
beforeEach(() => {
  store = createEmbeddedStore(':memory:')
})
afterEach(() => store.close())

/** Stores the same document without its metadata, as an import does. */
async function loseMetadata(): Promise<void> {
  const now = await store.get(REF)
  if (now.kind !== 'found') throw new Error('nothing is stored')
  await store.put(REF, now.body, { ifMatch: now.etag })
}

async function recordKey(number: number): Promise<string> {
  const keys = await store.list('main', 'history/list/records/')
  return keys.find((key) => key.includes(`/00000000${number}-`)) ?? ''
}

describe('an imported document without its metadata', () => {
  it.each(['0', '~'])(
    'continues the record that leads to it, not the other one of its number %#',
    async (first) => {
      await add(openList(store, REF), 'a')
      const list = openList(store, REF, { clock: () => Date.now() - (first === '0' ? 60_000 : 0) })
      await dieBeforeTheVersion(store, REF, 'lost')
      await add(list, 'b')
      await loseMetadata()
      await assertTrueHistory(store, REF, ['a', 'b'])
      await add(list, 'c')
      await assertTrueHistory(store, REF, ['a', 'b', 'c'])
    },
  )

  it('continues a record that leads to its own beginning', async () => {
    const list = openList(store, REF)
    await add(list, 'a')
    const by = { actor: 'x', email: 'x@acme.example', action: 'clear' }
    const clear = list.change(() => ({ next: { items: [] }, result: undefined }), { by })
    await Promise.all([clear, add(list, 'a')])
    await loseMetadata()
    const actions = []
    for await (const { change } of (await openList(store, REF).past()).changes({})) {
      actions.push(change.action)
    }
    expect(actions).toEqual(['add', 'clear', 'add'])
  })
})

describe('an imported document without its metadata, with a damaged newest record', () => {
  it('continues the newest readable record', async () => {
    for (const item of ['a', 'b', 'c']) await add(openList(store, REF), item)
    const ref = { bucket: 'main', key: await recordKey(3) } as const
    const got = await store.get(ref)
    if (got.kind !== 'found') throw new Error('nothing is recorded')
    await store.put(ref, Buffer.from('{'), { ifMatch: got.etag })
    await loseMetadata()
    await add(openList(store, REF), 'd')
    const requests = []
    for await (const { change } of (await openList(store, REF).past()).changes({})) {
      requests.push(change.requestId)
    }
    expect(requests).toEqual(['request-d', null, 'request-b', 'request-a'])
  })
})

describe('a replaced document with a damaged history', () => {
  it.each([
    ['', { keepsMetadata: true }],
    [' without its metadata', { keepsMetadata: false }],
  ])('can be edited%s', async (_, { keepsMetadata }) => {
    for (const item of ['a', 'b']) await add(openList(store, REF), item)
    const now = await store.get(REF)
    if (now.kind !== 'found') throw new Error('nothing is stored')
    await store.remove({ bucket: 'main', key: await recordKey(1) })
    const body = Buffer.from('{"items":["by hand"]}')
    await store.put(REF, body, { ifMatch: now.etag }, keepsMetadata ? now.meta : {})
    const failures: unknown[] = []
    const observers = [
      { historyFailure: (name: string, error: unknown) => failures.push([name, error]) },
    ]
    await add(openList(store, REF, { observers }), 'c')
    expect(failures).toEqual([['main/list.json', expect.any(HistoryDamaged)]])
    await add(openList(store, REF), 'd')
    const past = await openList(store, REF).past()
    expect(await past.stateAt(Date.now())).toEqual({ value: { items: ['by hand', 'c', 'd'] } })
    const changes = past.changes({})
    const newest = [await changes.next(), await changes.next(), await changes.next()]
    expect(newest.map(({ value }) => value!.change)).toMatchObject([
      { requestId: 'request-d' },
      { requestId: 'request-c' },
      { actor: null, steps: [{ op: 'add', path: '', after: { items: ['by hand'] } }] },
    ])
  })
})
