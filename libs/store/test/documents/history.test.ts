import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  StoreUnavailable,
  type Meta,
  type ObjectRef,
  type ObjectStore,
} from '../../src/objects/port.ts'
import { createEmbeddedStore } from '../../src/objects/embedded.ts'
import { openS3 } from '../objects/open-s3.ts'
import { describeOnS3 } from '../objects/s3-server.ts'
import { shownChange } from '../../src/history/past.ts'
import { undoChange } from '../../src/documents/undo-change.ts'
import { assertTrueHistory, verdictOn } from './assert-true-history.ts'
import { add, nameOf, openList } from './list-history.ts'

const by = { actor: 'subject-1', email: 'kim@acme.example', action: 'undo', requestId: 'r-undo' }

/** Stops every call of a store from a certain one on, as the death of its process would. */
function dyingAt(store: ObjectStore, call: number, when: 'before' | 'after'): ObjectStore {
  let calls = 0
  const never = new Promise<never>(() => {})
  const through = async <R>(ask: () => Promise<R>): Promise<R> => {
    const mine = calls++
    if (mine > call || (mine === call && when === 'before')) return never
    const answer = await ask()
    return mine === call ? never : answer
  }
  return {
    kind: store.kind,
    get: (...args) => through(() => store.get(...args)),
    put: (...args) => through(() => store.put(...args)),
    list: (...args) => through(() => store.list(...args)),
    remove: (...args) => through(() => store.remove(...args)),
    close: () => {},
  }
}

/** Fails one call of a store: before it happened, or after. */
function losing(
  store: ObjectStore,
  call: number,
  what: 'a call' | 'the reply to a call',
): ObjectStore {
  let calls = 0
  const lossy = async <R>(ask: () => Promise<R>): Promise<R> => {
    const isLost = calls++ === call
    if (isLost && what === 'a call') throw new StoreUnavailable('lost')
    const answer = await ask()
    if (isLost) throw new StoreUnavailable('the reply was lost')
    return answer
  }
  return {
    kind: store.kind,
    get: (...args) => lossy(() => store.get(...args)),
    put: (...args) => lossy(() => store.put(...args)),
    list: (...args) => lossy(() => store.list(...args)),
    remove: (...args) => lossy(() => store.remove(...args)),
    close: () => {},
  }
}

/** @param settings of the store, for another process */
function describeHistory(open: () => ObjectStore, settings: object): void {
  let store: ObjectStore
  let other: ObjectStore
  let serial = 0
  const fresh = (): ObjectRef => ({ bucket: 'main', key: `history-${Date.now()}-${serial++}.json` })

  beforeAll(() => {
    store = open()
    other = open()
  })
  afterAll(() => {
    store.close()
    other.close()
  })

  /** Puts an older version in the place of the present one, metadata and all. */
  async function putBack(ref: ObjectRef, old: Awaited<ReturnType<ObjectStore['get']>>) {
    const now = await store.get(ref)
    if (now.kind !== 'found' || old.kind !== 'found') throw new Error('nothing is stored')
    await store.put(ref, old.body, { ifMatch: now.etag }, old.meta)
  }

  async function all(ref: ObjectRef) {
    const changes = []
    for await (const found of (await openList(store, ref).past()).changes({})) {
      changes.push(shownChange(found))
    }
    return changes
  }

  it('says who changed what, when, by which request, and what stood there', async () => {
    const ref = fresh()
    const list = openList(store, ref, { clock: () => Date.parse('2026-11-21T10:00:00Z') })
    await add(list, 'a')
    await add(list, 'b')
    const name = nameOf(ref)
    expect((await all(ref))[0]).toEqual({
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

  it('records each change of writers who race once', async () => {
    const ref = fresh()
    const lists = [openList(store, ref), openList(other, ref)]
    const items = Array.from({ length: 60 }, (_, i) => `item-${i}`)
    await Promise.all(items.map((item, i) => add(lists[i % 2]!, item)))
    await assertTrueHistory(store, ref, items)
  })

  it('begins with the document as it is found', async () => {
    const ref = fresh()
    await store.put(ref, Buffer.from('{ "items": ["old"],\n "more": 1 }'), { absent: true })
    const began = Date.now()
    await add(openList(store, ref, { clock: () => began + 1_000 }), 'new')
    const past = await openList(store, ref).past()
    expect(await past.stateAt(began)).toBeUndefined()
    expect(await past.stateAt(began + 1_000)).toEqual({
      value: { items: ['old', 'new'], more: 1 },
    })
    expect(await all(ref)).toHaveLength(1)
  })

  it('keeps the text that it begins with, and not that of every version', async () => {
    const ref = fresh()
    await store.put(ref, Buffer.from('{"items":["old"]}'), { absent: true })
    const list = openList(store, ref)
    for (const item of ['a', 'b', 'c']) await add(list, item)
    expect(await store.list('main', `history/${nameOf(ref)}/states/`)).toHaveLength(1)
  })

  it('keeps its order though the time of day was set back', async () => {
    const ref = fresh()
    let clock = Date.parse('2026-11-21T10:00:00Z')
    const list = openList(store, ref, { clock: () => clock })
    await add(list, 'a')
    clock -= 3_600_000
    await add(list, 'b')
    const past = await openList(store, ref).past()
    expect(await past.stateAt(clock + 1)).toBeUndefined()
    expect((await all(ref)).map(({ at }) => at)).toEqual([
      '2026-11-21T10:00:00.000Z',
      '2026-11-21T10:00:00.000Z',
    ])
  })

  it.each([
    ['without its metadata', () => ({})],
    ['with its metadata', (meta: object) => ({ ...meta })],
  ])('goes on when somebody replaced the document %s', async (_, keep) => {
    const ref = fresh()
    await add(openList(store, ref), 'a')
    const now = await store.get(ref)
    if (now.kind !== 'found') throw new Error('nothing is stored')
    const body = Buffer.from('{"items":["a","by hand"]}')
    await store.put(ref, body, { ifMatch: now.etag }, keep(now.meta))
    await add(openList(other, ref), 'b')
    expect(await all(ref)).toMatchObject([
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
    ['after somebody replaced the document', '{"items":["a","by hand"]}', 'before'],
    ['before somebody stored it again without its metadata', '{"items":["a"]}', 'after'],
  ])('passes over the record of a process that died %s', async (_, text, when) => {
    const ref = fresh()
    await add(openList(store, ref), 'a')
    const replaceIt = async (keep: (meta: Meta) => Meta) => {
      const now = await store.get(ref)
      if (now.kind !== 'found') throw new Error('nothing is stored')
      await store.put(ref, Buffer.from(text), { ifMatch: now.etag }, keep(now.meta))
    }
    if (when === 'before') await replaceIt((meta) => meta)
    await dieBeforeTheVersion(ref, 'lost')
    if (when === 'after') await replaceIt(() => ({}))
    await add(openList(store, ref), 'b')
    expect((await all(ref)).map(({ action, requestId }) => requestId ?? action)).toEqual([
      'request-b',
      ...(when === 'before' ? ['changed outside'] : []),
      'request-a',
    ])
    expect(await verdictOn(store, ref)).toEqual({ records: 2, unreferenced: ['000000002'] })
  })

  it('shows that somebody put the version before the newest back, which this process had stored', async () => {
    const ref = fresh()
    const list = openList(store, ref)
    await add(list, 'a')
    const old = await store.get(ref)
    await add(list, 'b')
    await putBack(ref, old)
    await add(list, 'c')
    expect((await all(ref)).map(({ requestId, operations }) => [requestId, operations])).toEqual([
      ['request-c', [{ op: 'add', path: '/items/c', after: 'c' }]],
      [null, [{ op: 'remove', path: '/items/b', before: 'b' }]],
      ['request-b', [{ op: 'add', path: '/items/b', after: 'b' }]],
      ['request-a', [expect.anything()]],
    ])
    expect(await verdictOn(store, ref)).toEqual({ records: 3 })
  })

  it('names the record of the newest version when another process had stored it', async () => {
    const ref = fresh()
    await add(openList(store, ref), 'a')
    const old = await store.get(ref)
    await add(openList(store, ref), 'b')
    await putBack(ref, old)
    await add(openList(other, ref), 'c')
    expect((await all(ref)).map(({ requestId }) => requestId)).toEqual(['request-c', 'request-a'])
    expect(await verdictOn(store, ref)).toEqual({ records: 2, unreferenced: ['000000002'] })
  })

  it('goes on when somebody put an older version back, metadata and all', async () => {
    const ref = fresh()
    const list = openList(store, ref)
    await add(list, 'a')
    const old = await store.get(ref)
    for (const item of ['b', 'c']) await add(list, item)
    await putBack(ref, old)
    await add(openList(other, ref), 'd')
    expect(
      (await all(ref)).map(({ requestId, subjects, operations }) => [
        requestId,
        subjects,
        operations.map(({ op, path }) => op + path),
      ]),
    ).toEqual([
      ['request-d', ['items'], ['add/items/d']],
      [null, ['items'], ['remove/items/b', 'remove/items/c']],
      ['request-c', ['items'], ['add/items/c']],
      ['request-b', ['items'], ['add/items/b']],
      ['request-a', ['document'], expect.anything()],
    ])
    expect(await verdictOn(store, ref)).toEqual({ records: 4 })
  })

  it('keeps two changes of one commit that come out where they began', async () => {
    const ref = fresh()
    const list = openList(store, ref)
    await add(list, 'a')
    const without = list.change(() => ({ next: { items: [] }, result: undefined }), {
      by: { ...by, actor: 'x', action: 'clear' },
    })
    await Promise.all([without, add(list, 'a')])
    expect((await all(ref)).map(({ action }) => action)).toEqual(['add', 'clear', 'add'])
  })

  it('takes one change back, leaves later ones alone, and can take that back too', async () => {
    const ref = fresh()
    const list = openList(store, ref)
    for (const item of ['a', 'b', 'c']) await add(list, item)
    const [, second] = await all(ref)
    const undone = await undoChange(list, second!.id, { by })
    expect(undone).toMatchObject({
      undoes: second!.id,
      actor: { email: 'kim@acme.example' },
      operations: [{ op: 'remove', path: '/items/b', before: 'b' }],
    })
    expect((await list.read())?.value.items).toEqual(['a', 'c'])
    await expect(undoChange(list, second!.id, { by })).rejects.toMatchObject({
      code: 'conflict',
      message: 'Change is undone already',
    })
    await undoChange(list, undone.id!, { by })
    expect((await list.read())?.value.items).toEqual(['a', 'b', 'c'])
    expect((await all(ref)).find(({ id }) => id === second!.id)).toMatchObject({ undoneBy: null })
  })

  it('says what an undo would do and stores nothing', async () => {
    const ref = fresh()
    const list = openList(store, ref)
    await add(list, 'a')
    await add(list, 'b')
    const before = await store.get(ref)
    const [last] = await all(ref)
    expect(await undoChange(list, last!.id, { by, dryRun: true })).toMatchObject({
      id: null,
      actor: { email: 'kim@acme.example' },
      action: 'undo',
      requestId: 'r-undo',
      operations: [{ op: 'remove', path: '/items/b', before: 'b' }],
    })
    expect(await store.get(ref)).toEqual(before)
    expect(await all(ref)).toHaveLength(2)
  })

  it('refuses to take back what later changes touched, and names them', async () => {
    const ref = fresh()
    const list = openList(store, ref)
    await add(list, 'a')
    await add(list, 'b')
    await list.change(() => ({ next: { items: ['a'] }, result: undefined }), { by })
    const [remover, adder] = await all(ref)
    await expect(undoChange(list, adder!.id, { by })).rejects.toMatchObject({
      code: 'conflict',
      message: 'Later changes touch the same places',
      extensions: { conflicts: [{ path: '/items/b', changes: [remover!.id] }] },
    })
  })

  it('tells whoever undoes a change that never was', async () => {
    const ref = fresh()
    await add(openList(store, ref), 'a')
    await expect(undoChange(openList(store, ref), 'other-1-1', { by })).rejects.toMatchObject({
      code: 'not-found',
    })
  })

  it('tells what the undo made, though another change followed at once', async () => {
    const ref = fresh()
    const list = openList(store, ref)
    for (const item of ['a', 'b']) await add(list, item)
    const [last] = await all(ref)
    const hasty: typeof list = {
      ...list,
      async change(...args) {
        const committed = await list.change(...args)
        await add(list, 'c')
        return committed
      },
    }
    expect(await undoChange(hasty, last!.id, { by })).toMatchObject({ undoes: last!.id })
  })

  it('puts back once what has no name, however many ask for it at once', async () => {
    const ref = fresh()
    const lists = [openList(store, ref), openList(other, ref)]
    const notes = [{ text: 'first' }, { text: 'second' }]
    for (const next of [
      { items: [], notes },
      { items: [], notes: notes.slice(0, 1) },
    ]) {
      await lists[0]!.change(() => ({ next, result: undefined }), { by })
    }
    const [removal] = await all(ref)
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) =>
        undoChange(lists[i % 2]!, removal!.id, { by: { ...by, actor: `s-${i}` } }),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'conflict' })
    }
    expect((await lists[0]!.read())?.value).toEqual({ items: [], notes })
  })

  it('has one winner when many undo the same change at once', async () => {
    const ref = fresh()
    const lists = [openList(store, ref), openList(other, ref)]
    for (const item of ['a', 'b', 'c']) await add(lists[0]!, item)
    const [, second] = await all(ref)
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) =>
        undoChange(lists[i % 2]!, second!.id, { by: { ...by, actor: `s-${i}` } }),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await lists[0]!.read())?.value.items).toEqual(['a', 'c'])
  })

  it.each(
    Array.from({ length: 8 }, (_, call) =>
      (['before', 'after'] as const).map((when) => [when, call] as const),
    ).flat(),
  )('is true whether a process dies %s its call %d of the store', async (when, call) => {
    const ref = fresh()
    await add(openList(store, ref), 'first')
    const acknowledged = ['first']
    const dying = openList(dyingAt(other, call, when), ref)
    const edits = ['a', 'b'].map(async (item) => acknowledged.push(await add(dying, item)))
    await Promise.race([Promise.all(edits), new Promise((resolve) => setTimeout(resolve, 150))])
    await assertTrueHistory(store, ref, acknowledged)
    acknowledged.push(await add(openList(store, ref), 'last'))
    await assertTrueHistory(store, ref, acknowledged)
  })

  it.each(
    Array.from({ length: 8 }, (_, call) =>
      (['a call', 'the reply to a call'] as const).map((what) => [what, call] as const),
    ).flat(),
  )('is true, and all is stored, when the store loses %s: %d', async (what, call) => {
    const ref = fresh()
    await add(openList(store, ref), 'first')
    const faulty = openList(losing(other, call, what), ref)
    const acknowledged = ['first', ...(await Promise.all(['a', 'b'].map((i) => add(faulty, i))))]
    acknowledged.push(await add(faulty, 'c'))
    await assertTrueHistory(store, ref, acknowledged)
  })

  it('is true wherever between two calls of the store a process is killed', async () => {
    // Two commits of a get, a record and a put each, and what comes after.
    const calls = Array.from({ length: 8 }, (_, call) => call)
    await inPairs(calls, async (call) => {
      const ref = fresh()
      await add(openList(store, ref), 'first')
      const told = await killedAt(call, ref.key)
      await assertTrueHistory(store, ref, ['first', ...told])
      await add(openList(store, ref), 'last')
      await assertTrueHistory(store, ref, ['first', ...told, 'last'])
    })
  }, 60_000)

  /** Leaves the record of a change whose version is never stored. */
  async function dieBeforeTheVersion(ref: ObjectRef, item: string): Promise<void> {
    const died = Promise.withResolvers<void>()
    const dying: ObjectStore = {
      ...other,
      put(to, ...args) {
        if (to.key !== ref.key) return other.put(to, ...args)
        died.resolve()
        return new Promise(() => {})
      },
    }
    void add(openList(dying, ref), item)
    await died.promise
  }

  /** The items that a process was told to be stored before it killed itself after a call of the store. */
  function killedAt(call: number, key: string): Promise<string[]> {
    const program = join(import.meta.dirname, 'die.ts')
    const args = [program, JSON.stringify(settings), key, String(call)]
    return new Promise((resolve, reject) => {
      execFile(process.execPath, args, (error, stdout, stderr) => {
        if (error && error.signal !== 'SIGKILL') reject(new Error(stderr, { cause: error }))
        else resolve(stdout.split('\n').filter((item) => item !== ''))
      })
    })
  }
}

/** Does something for all, two at a time. */
async function inPairs<T>(all: readonly T[], one: (item: T) => Promise<void>): Promise<void> {
  for (let i = 0; i < all.length; i += 2) await Promise.all(all.slice(i, i + 2).map(one))
}

describe('history on the embedded store', () => {
  const directory = mkdtempSync(join(tmpdir(), 'landscape-history-'))
  afterAll(() => rmSync(directory, { recursive: true }))
  describeHistory(() => createEmbeddedStore(directory), { directory })
})

describeOnS3('history on S3', (server) => {
  describeHistory(() => openS3(server), { server })
})
