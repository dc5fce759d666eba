import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import { cut, scriptedStore } from '../../test/objects/scripted-store.ts'
import { createEmbeddedStore } from '../objects/embedded.ts'
import { replace } from '../objects/directory.ts'
import { StoreUnavailable, type ObjectStore } from '../objects/port.ts'
import { createDocument } from './document.ts'
import { to } from '../../test/documents/to.ts'

const ref = { bucket: 'main', key: 'list.json' } as const
const List = z.looseObject({ items: z.array(z.string()) })
type List = z.infer<typeof List>
const by = { actor: 'subject-1', action: 'test' }
const add = (item: string) => (list: List | undefined) => ({
  ...list,
  items: [...(list?.items ?? []), item],
})
const unavailable = expect.objectContaining({ code: 'unavailable', retryAfter: 5 })

let real = createEmbeddedStore(':memory:')
let scripted = scriptedStore(real)
const open = (options = {}) =>
  createDocument(scripted.store, ref, List, { giveUpAfterMs: 300, ...options })

beforeEach(() => {
  real = createEmbeddedStore(':memory:')
  scripted = scriptedStore(real)
})

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

describe('change', () => {
  it('resolves when an observer throws', async () => {
    const document = open({
      observers: [
        {
          commit: () => {
            throw new Error('log full')
          },
        },
      ],
    })
    expect((await document.change(to(add('a')), { by })).value.items).toEqual(['a'])
    expect(scripted.calls.put).toBe(1)
  })

  it('rejects only the caller whose value cannot be written as JSON', async () => {
    const document = open()
    const [first, broken, last] = await Promise.allSettled([
      document.change(to(add('a')), { by }),
      document.change(
        to((list) => ({ ...list, items: [], size: 1n })),
        { by },
      ),
      document.change(to(add('b')), { by }),
    ])
    expect([first, broken, last].map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    expect(broken).toMatchObject({ reason: { name: 'TypeError' } })
    expect((await document.read())?.value.items).toEqual(['a', 'b'])
  })

  it('rejects with the error of the change when the document does not exist', async () => {
    const reject = (): List => {
      throw new RangeError('no such item')
    }
    await expect(open().change(to(reject), { by })).rejects.toThrow(RangeError)
    expect(scripted.calls.put).toBe(0)
  })

  it('waits for at most one change of each other actor', async () => {
    let clock = 0
    const document = open({ now: () => clock })
    const costly = (item: string) => (list: List | undefined) => {
      clock += 60
      return add(item)(list)
    }
    const hog = { ...by, actor: 'hog' }
    const items = ['first', 'second', 'third', 'fourth']
    const stored = (
      await Promise.all([
        ...items.map((item) => document.change(to(costly(item)), { by: hog })),
        document.change(to(costly('mine')), { by }),
      ])
    ).at(-1)
    expect(stored?.value.items).toEqual(['first', 'second', 'mine'])
    expect((await document.read())?.value.items).toEqual([
      ...stored!.value.items,
      'third',
      'fourth',
    ])
    // The unapplied changes are stored in later commits.
    expect(scripted.calls.put).toBe(3)
  })

  it('is applied once when the response to the previous part of its batch was lost', async () => {
    let clock = 0
    const document = open({ now: () => clock, giveUpAfterMs: 10_000 })
    const costly = (item: string) => (list: List | undefined) => {
      clock += 60
      return add(item)(list)
    }
    let lost = false
    scripted.script.afterPut = () => {
      if (lost || scripted.calls.put < 2) return
      lost = true
      throw new StoreUnavailable('timed out')
    }
    const items = ['1', '2', '3', '4', '5']
    await Promise.all(items.map((item) => document.change(to(costly(item)), { by })))
    expect(lost).toBe(true)
    expect((await document.read())?.value.items).toEqual(items)
  })

  it('is applied once when its write arrives during a slower retry', async () => {
    let clock = 0
    let cost = 10
    let arrive = async (): Promise<unknown> => undefined
    let puts = 0
    const slow: ObjectStore = {
      ...real,
      async put(...args) {
        puts++
        if (puts === 2) {
          cost = 200
          arrive = () => real.put(...args)
          throw new StoreUnavailable('timed out')
        }
        if (puts === 3) await arrive()
        return real.put(...args)
      },
    }
    const document = createDocument(slow, ref, List, { now: () => clock, giveUpAfterMs: 10_000 })
    const costly = (item: string) => (list: List | undefined) => {
      clock += cost
      return add(item)(list)
    }
    const items = ['first', 'second', 'third']
    await Promise.all(items.map((item) => document.change(to(costly(item)), { by })))
    expect(puts).toBe(3)
    expect((await document.read())?.value.items).toEqual(items)
  })

  it('is stored while other changes arrive continuously', async () => {
    const document = open()
    const mine = { isStored: false }
    const others = async () => {
      while (!mine.isStored) {
        void document.change(to(add('other')), { by: { ...by, actor: 'other' } })
        await sleep(1)
      }
    }
    const ceaseless = others()
    await sleep(20)
    const { value } = await document.change(to(add('mine')), { by })
    mine.isStored = true
    expect(value.items).toContain('mine')
    await ceaseless
  })

  it('is stored in the async context of its own caller', async () => {
    const context = new AsyncLocalStorage<string>()
    const seen: (string | undefined)[] = []
    scripted.script.beforePut = () => void seen.push(context.getStore())
    const document = open()
    const changes = ['a', 'b'].map(async (item, i) => {
      await sleep(i * 2)
      await context.run(item, () => document.change(to(add(item)), { by }))
    })
    await Promise.all(changes)
    expect(seen).toEqual(['a', 'b'])
  })

  it('throws when the change modifies its input', async () => {
    await real.put(ref, Buffer.from('{"items":["a"]}'), { absent: true })
    const inPlace = (list: List | undefined) => {
      list?.items.push('b')
      return { items: ['c'] }
    }
    await expect(open().change(to(inPlace), { by })).rejects.toThrow(TypeError)
    expect((await open().read())?.value.items).toEqual(['a'])
  })

  it('retries with an exponential back-off while the store is unavailable', async () => {
    const document = open({ giveUpAfterMs: 500 })
    scripted.script.beforeGet = () => {
      throw new StoreUnavailable('connection refused')
    }
    await expect(document.change(to(add('a')), { by })).rejects.toEqual(unavailable)
    // About ten, because each maximum pause is twice the previous one.
    expect(scripted.calls.get).toBeLessThan(60)
  })

  it('does not retry after an error that is not of the store', async () => {
    scripted.script.beforePut = () => {
      throw new RangeError('a bug')
    }
    await expect(open().change(to(add('a')), { by })).rejects.toThrow(RangeError)
    expect(scripted.calls.put).toBe(1)
  })

  it('makes one attempt for a change that waited behind an outage', async () => {
    const document = open()
    scripted.script.beforeGet = () => {
      throw new StoreUnavailable('connection refused')
    }
    const first = document.change(to(add('a')), { by })
    const second = document.change(to(add('b')), { by })
    await expect(first).rejects.toEqual(unavailable)
    const before = scripted.calls.get
    await expect(second).rejects.toEqual(unavailable)
    expect(scripted.calls.get - before).toBe(1)
  })

  it('retries during a short outage after an earlier, longer one', async () => {
    let clock = 0
    const document = open({ giveUpAfterMs: 8_000, now: () => clock })
    scripted.script.beforeGet = () => {
      clock += 9_000
      throw new StoreUnavailable('connection refused')
    }
    await expect(document.change(to(add('lost')), { by })).rejects.toEqual(unavailable)
    let failures = 0
    scripted.script.beforeGet = () => {
      if (failures++ < 3) throw new StoreUnavailable('connection refused')
    }
    expect((await document.change(to(add('a')), { by })).value.items).toEqual(['a'])
  })

  it('retries for the full time after the store has recovered', async () => {
    let clock = 0
    const document = open({ now: () => clock })
    scripted.script.beforeGet = () => {
      clock += 400
      throw new StoreUnavailable('connection refused')
    }
    await expect(document.change(to(add('a')), { by })).rejects.toEqual(unavailable)
    scripted.script.beforeGet = () => {}
    let failures = 0
    scripted.script.beforePut = () => {
      if (failures++ < 3) throw new StoreUnavailable('slow down')
    }
    expect((await document.change(to(add('b')), { by })).value.items).toEqual(['b'])
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
