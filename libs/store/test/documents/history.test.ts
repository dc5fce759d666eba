import { expect, it } from '@jest/globals'
import type { Meta, ObjectRef, ObjectStore } from '../../src/objects/port.ts'
import { assertTrueHistory, verdictOn } from './assert-true-history.ts'
import { describeOnEachStore } from './each-store.ts'
import { add, changesOf, dieBeforeTheVersion, nameOf, openList } from './list-history.ts'

describeOnEachStore('history', ({ store, other, fresh }) => {
  /** Replaces the current version by an older one, including its metadata. */
  async function restore(ref: ObjectRef, old: Awaited<ReturnType<ObjectStore['get']>>) {
    const now = await store.get(ref)
    if (now.kind !== 'found' || old.kind !== 'found') throw new Error('nothing is stored')
    await store.put(ref, old.body, { ifMatch: now.etag }, old.meta)
  }

  it('returns the author, time, request and operations of a change', async () => {
    const ref = fresh()
    const list = openList(store, ref, { clock: () => Date.parse('2026-11-21T10:00:00Z') })
    await add(list, 'a')
    await add(list, 'b')
    const name = nameOf(ref)
    expect((await changesOf(store, ref))[0]).toEqual({
      id: `${name}-2-1`,
      at: '2026-11-21T10:00:00.000Z',
      document: name,
      actor: { email: 'b@acme.example' },
      action: 'add',
      requestId: 'request-b',
      subjects: ['items'],
      summary: 'items: b added',
      operations: [{ op: 'add', path: '/items/b', after: 'b' }],
      undoes: null,
      undoneBy: null,
    })
  })

  it('records each change of concurrent writers once', async () => {
    const ref = fresh()
    const lists = [openList(store, ref), openList(other, ref)]
    const items = Array.from({ length: 60 }, (_, i) => `item-${i}`)
    await Promise.all(items.map((item, i) => add(lists[i % 2]!, item)))
    await assertTrueHistory(store, ref, items)
  })

  it('begins with the state of an existing document', async () => {
    const ref = fresh()
    await store.put(ref, Buffer.from('{ "items": ["old"],\n "more": 1 }'), { absent: true })
    const began = Date.now()
    await add(openList(store, ref, { clock: () => began + 1_000 }), 'new')
    const past = await openList(store, ref).past()
    expect(await past.stateAt(began)).toBeUndefined()
    expect(await past.stateAt(began + 1_000)).toEqual({
      value: { items: ['old', 'new'], more: 1 },
    })
    expect(await changesOf(store, ref)).toHaveLength(1)
  })

  it('stores a copy of the first version, but not of every one', async () => {
    const ref = fresh()
    await store.put(ref, Buffer.from('{"items":["old"]}'), { absent: true })
    const list = openList(store, ref)
    for (const item of ['a', 'b', 'c']) await add(list, item)
    expect(await store.list('main', `history/${nameOf(ref)}/copies/`)).toHaveLength(1)
  })

  it('keeps its times when the system clock is set back by minutes', async () => {
    const ref = fresh()
    let clock = Date.parse('2026-11-21T10:00:00Z')
    const list = openList(store, ref, { clock: () => clock })
    await add(list, 'a')
    clock -= 4 * 60_000
    await add(list, 'b')
    const past = await openList(store, ref).past()
    expect(await past.stateAt(clock + 1)).toBeUndefined()
    expect((await changesOf(store, ref)).map(({ at }) => at)).toEqual([
      '2026-11-21T10:00:00.000Z',
      '2026-11-21T10:00:00.000Z',
    ])
  })

  it.each([
    ['without its metadata', () => ({})],
    ['with its metadata', (meta: object) => ({ ...meta })],
  ])('continues after another program replaced the document %s', async (_, keep) => {
    const ref = fresh()
    await add(openList(store, ref), 'a')
    const now = await store.get(ref)
    if (now.kind !== 'found') throw new Error('nothing is stored')
    const body = Buffer.from('{"items":["a","by hand"]}')
    await store.put(ref, body, { ifMatch: now.etag }, keep(now.meta))
    await add(openList(other, ref), 'b')
    expect(await changesOf(store, ref)).toMatchObject([
      { requestId: 'request-b', operations: [{ op: 'add', path: '/items/b' }] },
      {
        actor: null,
        action: 'changed outside',
        requestId: null,
        operations: [{ op: 'add', path: '/items/by hand', after: 'by hand' }],
      },
      { requestId: 'request-a' },
    ])
    const state = await (await openList(store, ref).past()).stateAt(Date.now() + 1)
    expect(state?.value).toEqual({ items: ['a', 'by hand', 'b'] })
    expect(await verdictOn(store, ref)).toEqual({ records: 2 })
  })

  it.each([
    ['after the document was replaced', '{"items":["a","by hand"]}', 'before'],
    ['before the document lost its metadata', '{"items":["a"]}', 'after'],
  ])('ignores the record of a process that died %s', async (_, text, when) => {
    const ref = fresh()
    await add(openList(store, ref), 'a')
    const replaceIt = async (keep: (meta: Meta) => Meta) => {
      const now = await store.get(ref)
      if (now.kind !== 'found') throw new Error('nothing is stored')
      await store.put(ref, Buffer.from(text), { ifMatch: now.etag }, keep(now.meta))
    }
    if (when === 'before') await replaceIt((meta) => meta)
    await dieBeforeTheVersion(other, ref, 'lost')
    if (when === 'after') await replaceIt(() => ({}))
    await add(openList(store, ref), 'b')
    expect(
      (await changesOf(store, ref)).map(({ action, requestId }) => requestId ?? action),
    ).toEqual(['request-b', ...(when === 'before' ? ['changed outside'] : []), 'request-a'])
    expect(await verdictOn(store, ref)).toEqual({ records: 2 })
  })

  it('records that an older version replaced one of this process', async () => {
    const ref = fresh()
    const list = openList(store, ref)
    await add(list, 'a')
    const old = await store.get(ref)
    await add(list, 'b')
    await restore(ref, old)
    await add(list, 'c')
    expect(
      (await changesOf(store, ref)).map(({ requestId, operations }) => [requestId, operations]),
    ).toEqual([
      ['request-c', [{ op: 'add', path: '/items/c', after: 'c' }]],
      [null, [{ op: 'remove', path: '/items/b', before: 'b' }]],
      ['request-b', [{ op: 'add', path: '/items/b', after: 'b' }]],
      ['request-a', [expect.anything()]],
    ])
    expect(await verdictOn(store, ref)).toEqual({ records: 3 })
  })

  it('ignores the replaced version of another process', async () => {
    const ref = fresh()
    await add(openList(store, ref), 'a')
    const old = await store.get(ref)
    await add(openList(store, ref), 'b')
    await restore(ref, old)
    await add(openList(other, ref), 'c')
    expect((await changesOf(store, ref)).map(({ requestId }) => requestId)).toEqual([
      'request-c',
      'request-a',
    ])
    expect(await verdictOn(store, ref)).toEqual({ records: 2 })
  })

  it('stores a copy of the last version of each day, and no other', async () => {
    const ref = fresh()
    let clock = Date.parse('2026-11-21T10:00:00Z')
    const list = openList(store, ref, { clock: () => clock })
    for (const item of ['a', 'b', 'c', 'd']) {
      await add(list, item)
      clock += 8 * 3_600_000
    }
    const copies = await store.list('main', `history/${nameOf(ref)}/copies/`)
    const got = await Promise.all(copies.map((key) => store.get({ bucket: 'main', key })))
    expect(got.map((one) => one.kind === 'found' && one.body.toString())).toEqual([
      '{"items":["a","b"]}',
    ])
    const past = await openList(other, ref).past()
    const states = ['2026-11-21T17:59:59Z', '2026-11-22T01:59:59Z', '2026-11-22T02:00:00Z']
    const values = await Promise.all(states.map((at) => past.stateAt(Date.parse(at))))
    expect(values.map((one) => one?.value)).toEqual([
      { items: ['a'] },
      { items: ['a', 'b'] },
      { items: ['a', 'b', 'c'] },
    ])
  })

  it('records two changes of one commit that cancel each other out', async () => {
    const ref = fresh()
    const list = openList(store, ref)
    await add(list, 'a')
    const without = list.change(() => ({ next: { items: [] }, result: undefined }), {
      by: { actor: 'x', email: 'kim@acme.example', action: 'clear' },
    })
    await Promise.all([without, add(list, 'a')])
    expect((await changesOf(store, ref)).map(({ action }) => action)).toEqual([
      'add',
      'clear',
      'add',
    ])
  })
})
