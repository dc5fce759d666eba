import { expect, it } from '@jest/globals'
import { undoChange } from '../../src/documents/undo-change.ts'
import { describeOnEachStore } from './each-store.ts'
import { add, changesOf, openList } from './list-history.ts'

const by = { actor: 'subject-1', email: 'kim@acme.example', action: 'undo', requestId: 'r-undo' }

describeOnEachStore('undoChange', ({ store, other, fresh }) => {
  it('undoes a change, keeps later ones, and undoes the undo', async () => {
    const ref = fresh()
    const list = openList(store, ref)
    for (const item of ['a', 'b', 'c']) await add(list, item)
    const [, second] = await changesOf(store, ref)
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
    expect((await changesOf(store, ref)).find(({ id }) => id === second!.id)).toMatchObject({
      undoneBy: null,
    })
  })

  it('returns the change of a dry run and stores nothing', async () => {
    const ref = fresh()
    const list = openList(store, ref)
    await add(list, 'a')
    await add(list, 'b')
    const before = await store.get(ref)
    const [last] = await changesOf(store, ref)
    expect(await undoChange(list, last!.id, { by, dryRun: true })).toMatchObject({
      id: null,
      actor: { email: 'kim@acme.example' },
      action: 'undo',
      requestId: 'r-undo',
      operations: [{ op: 'remove', path: '/items/b', before: 'b' }],
    })
    expect(await store.get(ref)).toEqual(before)
    expect(await changesOf(store, ref)).toHaveLength(2)
  })

  it('rejects the undo of a change that later ones altered, and names them', async () => {
    const ref = fresh()
    const list = openList(store, ref)
    await add(list, 'a')
    await add(list, 'b')
    await list.change(() => ({ next: { items: ['a'] }, result: undefined }), { by })
    const [remover, adder] = await changesOf(store, ref)
    await expect(undoChange(list, adder!.id, { by })).rejects.toMatchObject({
      code: 'conflict',
      message: 'Later changes touch the same places',
      extensions: { conflicts: [{ path: '/items/b', changes: [remover!.id] }] },
    })
  })

  it('returns not-found for the undo of an unknown change', async () => {
    const ref = fresh()
    await add(openList(store, ref), 'a')
    await expect(undoChange(openList(store, ref), 'other-1-1', { by })).rejects.toMatchObject({
      code: 'not-found',
    })
  })

  it('returns the undo when another change follows it immediately', async () => {
    const ref = fresh()
    const list = openList(store, ref)
    for (const item of ['a', 'b']) await add(list, item)
    const [last] = await changesOf(store, ref)
    const followed: typeof list = {
      ...list,
      async change(...args) {
        const committed = await list.change(...args)
        await add(list, 'c')
        return committed
      },
    }
    expect(await undoChange(followed, last!.id, { by })).toMatchObject({ undoes: last!.id })
  })

  it('restores an element without a name once when undone concurrently', async () => {
    const ref = fresh()
    const lists = [openList(store, ref), openList(other, ref)]
    const notes = [{ text: 'first' }, { text: 'second' }]
    for (const next of [
      { items: [], notes },
      { items: [], notes: notes.slice(0, 1) },
    ]) {
      await lists[0]!.change(() => ({ next, result: undefined }), { by })
    }
    const [removal] = await changesOf(store, ref)
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

  it('undoes a change once when undone concurrently', async () => {
    const ref = fresh()
    const lists = [openList(store, ref), openList(other, ref)]
    for (const item of ['a', 'b', 'c']) await add(lists[0]!, item)
    const [, second] = await changesOf(store, ref)
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) =>
        undoChange(lists[i % 2]!, second!.id, { by: { ...by, actor: `s-${i}` } }),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await lists[0]!.read())?.value.items).toEqual(['a', 'c'])
  })
})
