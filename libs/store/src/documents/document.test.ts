import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { DomainError } from '@landscape/contracts'
import { z } from 'zod'
import { scriptedStore } from '../../test/objects/scripted-store.ts'
import { createEmbeddedStore } from '../objects/embedded.ts'
import { StoreUnavailable } from '../objects/port.ts'
import { createDocument } from './document.ts'
import { DocumentInvalid } from './decode.ts'
import { to } from '../../test/documents/to.ts'

const ref = { bucket: 'main', key: 'list.json' } as const
const List = z.looseObject({ items: z.array(z.string()) })
type List = z.infer<typeof List>
const by = { actor: 'subject-1', action: 'test' }
const add = (item: string) => (list: List | undefined) => ({
  ...list,
  items: [...(list?.items ?? []), item],
})
const away = () => {
  throw new StoreUnavailable('connection refused')
}

let clock = 0
const now = () => clock
let real = createEmbeddedStore(':memory:')
let scripted = scriptedStore(real)
const open = (options = {}) =>
  createDocument(scripted.store, ref, List, { giveUpAfterMs: 300, ...options })
/** A write by another process. */
const writeElsewhere = (item: string) =>
  createDocument(real, ref, List).change(to(add(item)), { by })

beforeEach(() => {
  clock = 1_000_000
  real = createEmbeddedStore(':memory:')
  scripted = scriptedStore(real)
})

describe('read', () => {
  it('returns undefined for a key that does not exist', async () => {
    expect(await open().read()).toBeUndefined()
  })

  it('makes at most two store calls for 1,000 concurrent reads', async () => {
    await writeElsewhere('a')
    const document = open()
    scripted.script.beforeGet = () => sleep(20)
    const reads = await Promise.all(Array.from({ length: 1000 }, () => document.read()))
    expect(reads.every((read) => read?.value.items[0] === 'a')).toBe(true)
    expect(scripted.calls.get).toBeLessThanOrEqual(2)
  })

  it('never joins a revalidation that began before it', async () => {
    await writeElsewhere('a')
    const document = open()
    const held = Promise.withResolvers<void>()
    scripted.script.afterGet = () => held.promise
    const early = document.read()
    await sleep(5)
    await writeElsewhere('b')
    const late = [document.read(), document.read()]
    held.resolve()
    expect((await early)?.value.items).toEqual(['a'])
    for (const read of await Promise.all(late)) expect(read?.value.items).toEqual(['a', 'b'])
    expect(scripted.calls.get).toBe(2)
  })

  it('returns every write that was acknowledged before it, with concurrent reads', async () => {
    const document = open()
    scripted.script.beforeGet = () => sleep(Math.random() * 3)
    scripted.script.afterGet = () => sleep(Math.random() * 3)
    const stop = new AbortController()
    const readers = Array.from({ length: 8 }, async () => {
      while (!stop.signal.aborted) await document.read()
    })
    for (let i = 1; i <= 40; i++) {
      await (i % 2 ? writeElsewhere(String(i)) : document.change(to(add(String(i))), { by }))
      expect((await document.read())?.value.items).toHaveLength(i)
    }
    stop.abort()
    await Promise.all(readers)
  })

  it('starts another store call when one in flight is slow, and keeps the newer version', async () => {
    await writeElsewhere('a')
    const document = open()
    await document.read()
    const held = Promise.withResolvers<void>()
    scripted.script.afterGet = () => held.promise
    const early = document.read()
    await sleep(5)
    scripted.script.afterGet = () => {}
    await writeElsewhere('b')
    const late = await Promise.all([document.read(), document.read()])
    for (const read of late) expect(read?.value.items).toEqual(['a', 'b'])
    held.resolve()
    expect((await early)?.value.items).toEqual(['a'])
    scripted.script.beforeGet = away
    expect((await document.read())?.value.items).toEqual(['a', 'b'])
  })

  it('makes at most maxRequests concurrent store calls', async () => {
    await writeElsewhere('a')
    const document = open({ maxRequests: 2 })
    let [now, maximum] = [0, 0]
    scripted.script.beforeGet = async () => {
      maximum = Math.max(maximum, ++now)
      await sleep(40)
      now--
    }
    const reads = Array.from({ length: 8 }, async (_, n) => {
      await sleep(n * 8)
      return document.read()
    })
    for (const read of await Promise.all(reads)) expect(read?.value.items).toEqual(['a'])
    expect(maximum).toBe(2)
  })

  it('parses a version once', async () => {
    await writeElsewhere('a')
    const document = open()
    const first = await document.read()
    expect((await document.read())?.value).toBe(first?.value)
  })

  it('does not call the store again within readMaxAgeMs', async () => {
    await writeElsewhere('a')
    const document = open({ readMaxAgeMs: 50, now })
    await document.read()
    clock += 50
    await document.read()
    expect(scripted.calls.get).toBe(1)
    clock += 1
    await document.read()
    expect(scripted.calls.get).toBe(2)
  })
})

describe('read, with an unavailable store', () => {
  it('serves the last good copy with its age, and recovers', async () => {
    await writeElsewhere('a')
    const document = open({ staleIfErrorSeconds: 60, now })
    await document.read()
    scripted.script.beforeGet = away
    clock += 42_000
    expect(await document.read()).toMatchObject({ value: { items: ['a'] }, staleSeconds: 42 })
    scripted.script.beforeGet = () => {}
    await writeElsewhere('b')
    const recovered = await document.read()
    expect(recovered?.value.items).toEqual(['a', 'b'])
    expect(recovered).not.toHaveProperty('staleSeconds')
  })

  it('throws when the copy is too old or does not exist', async () => {
    await writeElsewhere('a')
    const document = open({ staleIfErrorSeconds: 60, now })
    await document.read()
    scripted.script.beforeGet = away
    clock += 61_000
    const failure = expect.objectContaining({ code: 'unavailable', retryAfter: 5 })
    await expect(document.read()).rejects.toEqual(failure)
    await expect(open().read()).rejects.toEqual(failure)
  })
})

describe('read, of a damaged document', () => {
  it.each([
    ['not JSON', '{"items":["kim@acme.example"', 'Document main/list.json is not JSON'],
    ['of another shape', '{"items":[1]}', 'Document main/list.json does not match its schema'],
  ])('names it when it is %s, without its content, and recovers', async (_name, body, text) => {
    const put = await real.put(ref, Buffer.from(body), { absent: true })
    const document = open()
    const failure = await document.read().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(DocumentInvalid)
    expect(String(failure)).toContain(text)
    expect(String(failure)).not.toContain('kim@')
    await expect(document.read()).rejects.toThrow(text)
    await expect(document.change(to(add('b')), { by })).rejects.toMatchObject({
      code: 'failed',
      message: expect.not.stringContaining('list.json'),
      cause: failure,
    })
    expect(await real.get(ref)).toMatchObject({ body: Buffer.from(body) })
    await real.put(ref, Buffer.from('{"items":["ok"]}'), { ifMatch: put.etag })
    expect((await document.read())?.value.items).toEqual(['ok'])
  })
})

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
