import { describe, expect, it } from '@jest/globals'
import { cut } from '../../test/objects/scripted-store.ts'
import { replace } from '../objects/directory.ts'
import { StoreUnavailable } from '../objects/port.ts'
import { createDocument } from './document.ts'
import {
  add,
  by,
  List,
  open,
  real,
  ref,
  scripted,
  renewStores,
} from '../../test/documents/scripted-list.ts'
import { to } from '../../test/documents/to.ts'

renewStores()

describe('a change whose response was lost', () => {
  it('is applied once when others wrote 300 versions before its retry', async () => {
    const other = createDocument(real, ref, List)
    let lost = false
    scripted.script.afterPut = async () => {
      if (lost) return
      lost = true
      for (let i = 0; i < 300; i++) await other.change(to(add(`other${i}`)), { by })
      throw new StoreUnavailable('timed out')
    }
    // The clock does not advance, so that the 300 writes do not exceed a time-out.
    const { value } = await open({ now: () => 0 }).change(to(add('mine')), { by })
    expect(value.items).toEqual(['mine'])
    const items = (await other.read())?.value.items ?? []
    expect(items).toHaveLength(301)
    expect(items.filter((item) => item === 'mine')).toHaveLength(1)
  })

  it('is applied once when an operator replaced the document before its retry', async () => {
    let lost = false
    scripted.script.afterPut = async () => {
      if (lost) return
      lost = true
      await replace(real, ref, Buffer.from('{"items":["mine","tidied"]}'))
      throw new StoreUnavailable('timed out')
    }
    await open().change(to(add('mine')), { by })
    expect((await open().read())?.value.items).toEqual(['mine', 'tidied'])
  })

  it('keeps its mark within the 2 KB of metadata that S3 allows', async () => {
    for (let i = 0; i < 200; i++) await open().change(to(add(String(i))), { by })
    const got = await real.get(ref)
    const meta = got.kind === 'found' ? Object.entries(got.meta).flat().join('') : ''
    expect(meta.length).toBeGreaterThan(1_000)
    expect(meta.length).toBeLessThan(1_900)
  })
})

describe('a change that returns an invalid document', () => {
  it.each([
    ['nothing', () => undefined],
    ['a promise', () => Promise.resolve({ items: [] })],
    ['another shape', () => ({ items: [7] })],
    ['an empty object', () => ({})],
    ['an object with toJSON', () => ({ items: [], toJSON: () => ({ items: 'bad' }) })],
    [
      'a cycle',
      () => {
        const cycle: { items: string[]; self?: unknown } = { items: [] }
        cycle.self = cycle
        return cycle
      },
    ],
  ])('rejects only its own caller: %s', async (_name, make) => {
    const document = open()
    await document.change(to(add('before')), { by })
    const changes = [
      document.change(to(add('a')), { by }),
      document.change(to(add('b')), { by }),
      document.change(to(make as unknown as () => List), { by }),
      document.change(to(add('c')), { by }),
    ]
    const settled = await Promise.allSettled(changes)
    expect(settled.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    expect((await document.read())?.value.items).toEqual(['before', 'a', 'b', 'c'])
  })
})

describe('changes that were left unapplied by a commit', () => {
  it('have the same time for retries as new changes', async () => {
    let clock = 0
    const document = open({ giveUpAfterMs: 300, now: () => clock })
    let conflicts = 0
    scripted.script.beforePut = async () => {
      // Another writer is faster once for each item except the first.
      if (scripted.calls.put % 2 === 1 || conflicts === 2) return
      conflicts++
      await createDocument(real, ref, List).change(to(add(`other ${conflicts}`)), { by })
    }
    const slow = (item: string) => (list: List | undefined) => {
      clock += 200
      return add(item)(list)
    }
    const changes = ['a', 'b', 'c'].map((item) => document.change(to(slow(item)), { by }))
    await expect(Promise.all(changes)).resolves.toHaveLength(3)
    expect(conflicts).toBe(2)
  })
})

describe('a change of an unreadable version', () => {
  const damaged = '{"items":[1]}'
  const failure = expect.objectContaining({
    code: 'failed',
    message: 'The stored document is damaged and must be repaired before it can be changed',
    cause: expect.objectContaining({ message: expect.stringContaining('main/list.json') }),
  })

  it('retries until a complete body arrives', async () => {
    await open().change(to(add('a')), { by })
    const document = open({ giveUpAfterMs: 8_000 })
    let results = 0
    scripted.script.received = (result) => (results++ < 7 ? cut(result) : result)
    expect((await document.change(to(add('b')), { by })).value.items).toEqual(['a', 'b'])
  })

  it('fails without applying the last good copy or overwriting the stored version', async () => {
    const document = open()
    await document.change(to(add('a')), { by })
    await replace(real, ref, Buffer.from(damaged))
    await expect(document.change(to(add('b')), { by })).rejects.toEqual(failure)
    expect(await document.read()).toMatchObject({ value: { items: ['a'] } })
    expect(await real.get(ref)).toMatchObject({ body: Buffer.from(damaged) })
    await replace(real, ref, Buffer.from('{"items":["repaired"]}'))
    expect((await document.change(to(add('c')), { by })).value.items).toEqual(['repaired', 'c'])
  })

  it('waits only once for each unreadable version', async () => {
    let clock = 0
    const document = open({ giveUpAfterMs: 8_000, now: () => clock })
    await replace(real, ref, Buffer.from(damaged))
    scripted.script.beforeGet = () => {
      clock += 3_000
    }
    await expect(document.change(to(add('a')), { by })).rejects.toEqual(failure)
    const first = scripted.calls.get
    expect(first).toBeGreaterThan(2)
    await expect(document.change(to(add('b')), { by })).rejects.toEqual(failure)
    expect(scripted.calls.get - first).toBe(1)
  })
})
