import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { DomainError } from '@landscape/contracts/errors/domain-error'

import { StoreUnavailable } from '../objects/port.ts'
import type { List } from '../../test/documents/scripted-list.ts'
import {
  add,
  away,
  by,
  open,
  real,
  ref,
  scripted,
  writeElsewhere,
  renewStores,
} from '../../test/documents/scripted-list.ts'
import { to } from '../../test/documents/to.ts'

renewStores()

describe('change', () => {
  it('resolves with the new value and keeps unknown members', async () => {
    await real.put(ref, Buffer.from('{"z":1,"items":[],"a":{"b":null}}'), { absent: true })
    const { value } = await open().change(to(add('x')), { by })
    expect(value.items).toEqual(['x'])
    const got = await real.get(ref)
    expect(got.kind === 'found' && got.body.toString()).toBe('{"z":1,"items":["x"],"a":{"b":null}}')
  })

  it('creates a document only when the store reports it missing', async () => {
    scripted.script.beforeGet = away
    await expect(open().change(to(add('a')), { by })).rejects.toEqual(
      expect.objectContaining({ code: 'unavailable' }),
    )
    expect(await real.get(ref)).toEqual({ kind: 'missing' })
  })

  it('writes 1,000 concurrent changes with a handful of puts and in order', async () => {
    // The clock does not advance, however slow the machine is.
    const document = open({ now: () => 0 })
    const names = Array.from({ length: 1000 }, (_, i) => String(i))
    await Promise.all(names.map((name) => document.change(to(add(name)), { by })))
    expect((await document.read())?.value.items).toEqual(names)
    expect(scripted.calls.put).toBeLessThanOrEqual(3)
  })

  it('batches changes that arrive in successive ticks of the event loop', async () => {
    const document = open()
    const changes: Promise<unknown>[] = []
    for (let i = 0; i < 200; i++) {
      changes.push(document.change(to(add(String(i))), { by }))
      await nextTurn()
    }
    await Promise.all(changes)
    expect((await document.read())?.value.items).toHaveLength(200)
    expect(scripted.calls.put).toBeLessThanOrEqual(20)
  })

  it('rejects only the caller whose change throws', async () => {
    const document = open()
    const conflict = new DomainError('conflict', 'taken')
    const results = await Promise.allSettled([
      document.change(to(add('a')), { by }),
      document.change(to(add('b')), { by }),
      document.change(
        to((_list: List | undefined): List => {
          throw conflict
        }),
        { by },
      ),
      document.change(to(add('c')), { by }),
    ])
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    expect(results[2]).toMatchObject({ reason: conflict })
    expect((await document.read())?.value.items).toEqual(['a', 'b', 'c'])
  })

  it('has no effect when the change modifies its input', async () => {
    const document = open()
    await document.change(to(add('a')), { by })
    const careless = document.change(
      to((list) => {
        list?.items.push('half')
        return list as List
      }),
      { by },
    )
    await expect(careless).rejects.toThrow(TypeError)
    expect((await document.read())?.value.items).toEqual(['a'])
  })

  it('rejects only the caller whose change breaks the shape of the document', async () => {
    const document = open()
    const [first, broken, last] = await Promise.allSettled([
      document.change(to(add('a')), { by }),
      document.change(
        to(() => ({ items: [7] }) as unknown as List),
        { by },
      ),
      document.change(to(add('b')), { by }),
    ])
    expect([first, broken, last].map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    expect((await document.read())?.value.items).toEqual(['a', 'b'])
  })

  it('writes nothing when nothing is altered', async () => {
    const document = open()
    await document.change(to(add('a')), { by })
    scripted.calls.put = 0
    await document.change(
      to((list) => list ?? { items: [] }),
      { by },
    )
    await document.change(
      to((list) => ({ ...list, items: [...(list?.items ?? [])] })),
      { by },
    )
    expect(scripted.calls.put).toBe(0)
  })

  it('retries on the newest version when another process was faster', async () => {
    const document = open()
    await document.read()
    let raced = 0
    scripted.script.beforePut = async () => {
      if (raced++ < 3) await writeElsewhere(`other${raced}`)
    }
    await document.change(to(add('mine')), { by })
    expect((await document.read())?.value.items).toEqual(['other1', 'other2', 'other3', 'mine'])
  })

  it('applies a change once when its response was lost', async () => {
    const document = open()
    let lost = 0
    scripted.script.afterPut = async () => {
      if (lost++ < 2) {
        await writeElsewhere(`other${lost}`)
        throw new StoreUnavailable('socket hang up')
      }
    }
    await document.change(to(add('a')), { by })
    await document.change(to(add('b')), { by })
    expect((await document.read())?.value.items).toEqual(['a', 'other1', 'b', 'other2'])
  })

  it('rejects with Retry-After when the store stays unavailable', async () => {
    const document = open()
    scripted.script.beforePut = away
    await expect(document.change(to(add('a')), { by })).rejects.toEqual(
      expect.objectContaining({ code: 'unavailable', retryAfter: 5 }),
    )
    scripted.script.beforePut = () => {}
    await document.change(to(add('b')), { by })
    expect((await document.read())?.value.items).toEqual(['b'])
  })
})
