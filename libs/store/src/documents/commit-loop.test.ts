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

describe('a change whose reply was lost', () => {
  it('is not applied twice, however often others write before it is looked for', async () => {
    const other = createDocument(real, ref, List)
    let lost = false
    scripted.script.afterPut = async () => {
      if (lost) return
      lost = true
      for (let i = 0; i < 300; i++) await other.change(to(add(`other${i}`)), { by })
      throw new StoreUnavailable('timed out')
    }
    // By a clock that stands still, so that 300 writes may take as long as they do.
    const { value } = await open({ now: () => 0 }).change(to(add('mine')), { by })
    expect(value.items).toEqual(['mine'])
    const items = (await other.read())?.value.items ?? []
    expect(items).toHaveLength(301)
    expect(items.filter((item) => item === 'mine')).toHaveLength(1)
  })

  it('is not applied twice when an operator replaces the document meanwhile', async () => {
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
  it('is acknowledged when whoever listens for commits fails', async () => {
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

  it('is refused by its own rule also where no document is yet', async () => {
    const refuse = (): List => {
      throw new RangeError('no such item')
    }
    await expect(open().change(to(refuse), { by })).rejects.toThrow(RangeError)
    expect(scripted.calls.put).toBe(0)
  })

  it('waits for one change of each other caller, however many and costly those are', async () => {
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
    // The rest was not applied, and then stored, together with that.
    expect(scripted.calls.put).toBe(3)
  })

  it('is applied once when it was left for later and the reply of the others was lost', async () => {
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

  it('is applied once when its write arrives while it is tried again, and more slowly', async () => {
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

  it('is made although others never cease to come', async () => {
    const document = open()
    const mine = { isMade: false }
    const others = async () => {
      while (!mine.isMade) {
        void document.change(to(add('other')), { by: { ...by, actor: 'other' } })
        await sleep(1)
      }
    }
    const ceaseless = others()
    await sleep(20)
    const { value } = await document.change(to(add('mine')), { by })
    mine.isMade = true
    expect(value.items).toContain('mine')
    await ceaseless
  })

  it('is stored in the course of what asked for it, though others began to store before', async () => {
    const course = new AsyncLocalStorage<string>()
    const seen: (string | undefined)[] = []
    scripted.script.beforePut = () => void seen.push(course.getStore())
    const document = open()
    const changes = ['a', 'b'].map(async (item, i) => {
      await sleep(i * 2)
      await course.run(item, () => document.change(to(add(item)), { by }))
    })
    await Promise.all(changes)
    expect(seen).toEqual(['a', 'b'])
  })

  it('cannot alter what is stored in its place', async () => {
    await real.put(ref, Buffer.from('{"items":["a"]}'), { absent: true })
    const inPlace = (list: List | undefined) => {
      list?.items.push('b')
      return { items: ['c'] }
    }
    await expect(open().change(to(inPlace), { by })).rejects.toThrow(TypeError)
    expect((await open().read())?.value.items).toEqual(['a'])
  })

  it('asks a store that is away ever more seldom', async () => {
    const document = open({ giveUpAfterMs: 500 })
    scripted.script.beforeGet = () => {
      throw new StoreUnavailable('connection refused')
    }
    await expect(document.change(to(add('a')), { by })).rejects.toEqual(unavailable)
    // Some ten of them, since each pause may be twice as long as the one before.
    expect(scripted.calls.get).toBeLessThan(60)
  })

  it('does not repeat what fails for another reason than the store being away', async () => {
    scripted.script.beforePut = () => {
      throw new RangeError('a fault of the program')
    }
    await expect(open().change(to(add('a')), { by })).rejects.toThrow(RangeError)
    expect(scripted.calls.put).toBe(1)
  })

  it('gives those who queued behind an outage one attempt, not a full wait each', async () => {
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

  it('waits through a short outage though one before it was longer than that', async () => {
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

  it('tries for the full time again once the store answers', async () => {
    let clock = 0
    const document = open({ now: () => clock })
    scripted.script.beforeGet = () => {
      clock += 400
      throw new StoreUnavailable('connection refused')
    }
    await expect(document.change(to(add('a')), { by })).rejects.toEqual(unavailable)
    scripted.script.beforeGet = () => {}
    let refusals = 0
    scripted.script.beforePut = () => {
      if (refusals++ < 3) throw new StoreUnavailable('slow down')
    }
    expect((await document.change(to(add('b')), { by })).value.items).toEqual(['b'])
  })
})

describe('a change that makes what is no such document', () => {
  it.each([
    ['nothing', () => undefined],
    ['a promise', () => Promise.resolve({ items: [] })],
    ['another shape', () => ({ items: [7] })],
    ['an empty object', () => ({})],
    ['a text of its own', () => ({ items: [], toJSON: () => ({ items: 'bad' }) })],
    [
      'a circle',
      () => {
        const circle: { items: string[]; self?: unknown } = { items: [] }
        circle.self = circle
        return circle
      },
    ],
  ])('rejects only its caller and costs no other change: %s', async (_name, make) => {
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

describe('changes that waited for others to be stored', () => {
  it('have as much patience as those that come then', async () => {
    let clock = 0
    const document = open({ giveUpAfterMs: 300, now: () => clock })
    let conflicts = 0
    scripted.script.beforePut = async () => {
      // Somebody else is faster once for each item but the first.
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

describe('a change of a version that cannot be read', () => {
  const damaged = '{"items":[1]}'
  const refused = expect.objectContaining({
    code: 'failed',
    message: 'The stored document is damaged and has to be mended before it can be changed',
    cause: expect.objectContaining({ message: expect.stringContaining('main/list.json') }),
  })

  it('waits until answers are whole again', async () => {
    await open().change(to(add('a')), { by })
    const document = open({ giveUpAfterMs: 8_000 })
    let answers = 0
    scripted.script.received = (result) => (answers++ < 7 ? cut(result) : result)
    expect((await document.change(to(add('b')), { by })).value.items).toEqual(['a', 'b'])
  })

  it('is refused, and never made on the last good copy nor written over what is there', async () => {
    const document = open()
    await document.change(to(add('a')), { by })
    await replace(real, ref, Buffer.from(damaged))
    await expect(document.change(to(add('b')), { by })).rejects.toEqual(refused)
    expect(await document.read()).toMatchObject({ value: { items: ['a'] } })
    expect(await real.get(ref)).toMatchObject({ body: Buffer.from(damaged) })
    await replace(real, ref, Buffer.from('{"items":["mended"]}'))
    expect((await document.change(to(add('c')), { by })).value.items).toEqual(['mended', 'c'])
  })

  it('waits in vain only once for each such version', async () => {
    let clock = 0
    const document = open({ giveUpAfterMs: 8_000, now: () => clock })
    await replace(real, ref, Buffer.from(damaged))
    scripted.script.beforeGet = () => {
      clock += 3_000
    }
    await expect(document.change(to(add('a')), { by })).rejects.toEqual(refused)
    const first = scripted.calls.get
    expect(first).toBeGreaterThan(2)
    await expect(document.change(to(add('b')), { by })).rejects.toEqual(refused)
    expect(scripted.calls.get - first).toBe(1)
  })
})
