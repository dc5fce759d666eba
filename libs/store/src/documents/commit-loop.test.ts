import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { StoreUnavailable, type ObjectStore } from '../objects/port.ts'
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

const unavailable = expect.objectContaining({ code: 'unavailable', retryAfter: 5 })

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
