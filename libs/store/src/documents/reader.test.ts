import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { z } from 'zod'
import { cut, scriptedStore } from '../../test/objects/scripted-store.ts'
import { createEmbeddedStore } from '../objects/embedded.ts'
import { replace } from '../objects/directory.ts'
import { StoreUnavailable } from '../objects/port.ts'
import { createDocument } from './document.ts'
import { DocumentInvalid } from './decode.ts'
import { to } from '../../test/documents/to.ts'

const ref = { bucket: 'main', key: 'list.json' } as const
const List = z.object({ items: z.array(z.string()) })
type List = z.infer<typeof List>
const by = { actor: 'subject-1', action: 'test' }
const add = (item: string) => (list: List | undefined) => ({
  items: [...(list?.items ?? []), item],
})
const same = (list: List | undefined) => list ?? { items: [] }
const away = () => {
  throw new StoreUnavailable('connection refused')
}

let real = createEmbeddedStore(':memory:')
let scripted = scriptedStore(real)
const open = (options = {}) => createDocument(scripted.store, ref, List, options)
const elsewhere = (item: string) => createDocument(real, ref, List).change(to(add(item)), { by })

beforeEach(async () => {
  real = createEmbeddedStore(':memory:')
  scripted = scriptedStore(real)
  await elsewhere('a')
})

describe('the last good copy', () => {
  it('does not go back when an older answer of the store comes last', async () => {
    const document = open()
    const held = Promise.withResolvers<void>()
    scripted.script.afterGet = () => held.promise
    const early = document.read()
    await sleep(5)
    scripted.script.afterGet = () => {}
    await elsewhere('b')
    // A change that alters nothing reads the store without joining the reads.
    await document.change(to(same), { by })
    held.resolve()
    expect((await early)?.value.items).toEqual(['a'])
    scripted.script.beforeGet = away
    expect((await document.read())?.value.items).toEqual(['a', 'b'])
  })
})

describe('a new version', () => {
  it('is read once for all questions that bring it', async () => {
    const document = open()
    const held = Promise.withResolvers<void>()
    scripted.script.afterGet = () => held.promise
    const early = document.read()
    await sleep(20)
    const late = document.read()
    await sleep(20)
    held.resolve()
    expect((await late)?.value).toBe((await early)?.value)
  })
})

describe('read, unless the settings let it be answered without asking', () => {
  it('asks the store though no time has passed since it was asked', async () => {
    const document = open({ now: () => 0 })
    await document.read()
    await elsewhere('b')
    expect((await document.read())?.value.items).toEqual(['a', 'b'])
  })
})

describe('reads that come in with one turn of the event loop', () => {
  it('share a call of a store that answers at once, also after others were answered', async () => {
    const document = open()
    await document.read()
    const before = scripted.calls.get
    const first = document.read()
    for (let i = 0; i < 10; i++) await Promise.resolve()
    await Promise.all([first, document.read()])
    expect(scripted.calls.get - before).toBe(1)
  })
})

describe('read, with a store that no longer answers', () => {
  /** Reads until the store is known to be away, then lets every call to it hang. */
  async function hang(document: ReturnType<typeof open>) {
    await document.read()
    scripted.script.beforeGet = away
    expect(await document.read()).toHaveProperty('staleSeconds')
    const hung = Promise.withResolvers<void>()
    scripted.script.beforeGet = () => hung.promise
    return { answer: hung.resolve, fail: () => hung.reject(new StoreUnavailable('timed out')) }
  }

  it('serves the last good copy without waiting for the time-out of each call', async () => {
    const document = open({ maxRequests: 1 })
    await hang(document)
    const before = scripted.calls.get
    for (let round = 0; round < 2; round++) {
      const reads = await Promise.all(Array.from({ length: 100 }, () => document.read()))
      for (const read of reads) {
        expect(read).toMatchObject({ value: { items: ['a'] }, staleSeconds: expect.any(Number) })
      }
    }
    expect(scripted.calls.get - before).toBe(1)
  })

  it('does not let those wait twice who waited while it failed first', async () => {
    const document = open()
    await document.read()
    const first = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    scripted.script.beforeGet = () => {
      begun.resolve()
      return first.promise
    }
    const early = document.read()
    await begun.promise
    const late = document.read()
    scripted.script.beforeGet = () => new Promise<void>(() => {})
    first.reject(new StoreUnavailable('timed out'))
    expect(await early).toHaveProperty('staleSeconds')
    expect(await late).toHaveProperty('staleSeconds')
  })

  it('refuses at once as well when there is no copy', async () => {
    const document = open()
    scripted.script.beforeGet = away
    await expect(document.read()).rejects.toMatchObject({ code: 'unavailable' })
    scripted.script.beforeGet = () => new Promise<void>(() => {})
    await expect(document.read()).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 })
  })

  it('is strictly fresh again from the first answer on, however slow the store is', async () => {
    const document = open()
    const { answer } = await hang(document)
    expect(await document.read()).toHaveProperty('staleSeconds')
    answer()
    await document.read()
    await elsewhere('b')
    scripted.script.beforeGet = () => sleep(700)
    const read = await document.read()
    expect(read?.value.items).toEqual(['a', 'b'])
    expect(read).not.toHaveProperty('staleSeconds')
  })

  it('is strictly fresh again once a change was stored', async () => {
    const document = open()
    await document.read()
    scripted.script.beforeGet = away
    await document.read()
    scripted.script.beforeGet = () => {}
    await document.change(to(add('b')), { by })
    scripted.script.beforeGet = () => sleep(700)
    const read = await document.read()
    expect(read?.value.items).toEqual(['a', 'b'])
    expect(read).not.toHaveProperty('staleSeconds')
  })

  it('does not go back to an own version that somebody has already written on', async () => {
    let time = 0
    const document = open({ readMaxAgeMs: 50, now: () => time })
    let isFirst = true
    // Before the reply to our write arrives, somebody else writes on it, and that is read here.
    scripted.script.afterPut = async () => {
      if (!isFirst) return
      isFirst = false
      await elsewhere('theirs')
      time += 100
      expect((await document.read())?.value.items).toEqual(['a', 'ours', 'theirs'])
    }
    await document.change(to(add('ours')), { by })
    expect((await document.read())?.value.items).toEqual(['a', 'ours', 'theirs'])
  })

  it('says once for each outage that it began, and why, and once that it is over', async () => {
    const told: unknown[] = []
    const outage = (_name: string, error: unknown) => told.push(error)
    const document = open({ observers: [{ outage, recovery: () => told.push('over') }] })
    await document.read()
    expect(told).toEqual([])
    const why = expect.objectContaining({ message: 'connection refused' })
    for (const expected of [
      [why, 'over'],
      [why, 'over', why, 'over'],
    ]) {
      scripted.script.beforeGet = away
      await document.read()
      await document.read()
      expect(told).toEqual(expected.slice(0, -1))
      scripted.script.beforeGet = () => {}
      await document.read()
      await document.read()
      expect(told).toEqual(expected)
    }
  })

  it('says that an outage is over when what was changed is stored', async () => {
    const told: string[] = []
    const document = open({ observers: [{ recovery: (name: string) => told.push(name) }] })
    scripted.script.beforeGet = away
    await document.read().catch(() => {})
    scripted.script.beforeGet = () => {}
    await document.change(to(add('b')), { by })
    expect(told).toEqual(['main/list.json'])
  })

  it('takes no call that fails late for an outage when the store has answered a later one', async () => {
    const outages: unknown[] = []
    const document = open({
      observers: [{ outage: (_name: string, error: unknown) => outages.push(error) }],
    })
    const held = Promise.withResolvers<void>()
    scripted.script.beforeGet = () => held.promise
    const early = document.read()
    await sleep(5)
    scripted.script.beforeGet = () => {}
    await document.change(to(add('b')), { by })
    held.reject(new StoreUnavailable('timed out'))
    expect((await early)?.value.items).toEqual(['a', 'b'])
    expect(outages).toEqual([])
  })
})

describe('read, of a version that cannot be read', () => {
  /** Cuts so many answers that hold a body. */
  const cutNext = (times: number) => {
    let left = times
    scripted.script.received = (result) => {
      if (result.kind !== 'found' || left === 0) return result
      left--
      return cut(result)
    }
  }
  const told: unknown[] = []
  const watched = (options = {}) =>
    open({
      observers: [{ outage: (_name: string, error: unknown) => told.push(error) }],
      ...options,
    })

  beforeEach(() => {
    told.length = 0
  })

  it('asks again at once when an answer was cut', async () => {
    cutNext(1)
    expect(await open().read()).toMatchObject({ value: { items: ['a'] } })
    expect(scripted.conditions).toEqual([undefined, undefined])
  })

  it('serves the last good copy when that is cut as well, and revalidates no tag but its', async () => {
    const document = open()
    const good = await document.read()
    await elsewhere('b')
    cutNext(2)
    const stale = await document.read()
    expect(stale).toMatchObject({ value: { items: ['a'] }, staleSeconds: expect.any(Number) })
    const fresh = await document.read()
    expect(fresh?.value.items).toEqual(['a', 'b'])
    expect(fresh).not.toHaveProperty('staleSeconds')
    expect(scripted.conditions).toEqual([undefined, good?.etag, good?.etag, good?.etag])
  })

  it('refuses without a copy, and remembers nothing of it', async () => {
    const document = open()
    cutNext(2)
    await expect(document.read()).rejects.toThrow(DocumentInvalid)
    expect((await document.read())?.value.items).toEqual(['a'])
    expect(scripted.conditions).toEqual([undefined, undefined, undefined])
  })

  it('serves the last good copy of what is stored damaged, and says once which it is', async () => {
    let clock = 0
    const document = watched({ staleIfErrorSeconds: 60, now: () => clock })
    await document.read()
    await replace(real, ref, Buffer.from('{"items":"kim@acme.example"}'))
    clock += 42_000
    for (let round = 0; round < 2; round++) {
      expect(await document.read()).toMatchObject({ value: { items: ['a'] }, staleSeconds: 42 })
    }
    // An answer that cannot be read is asked for again, but not one that is known to be damaged.
    expect(scripted.calls.get).toBe(4)
    expect(told.map(String)).toEqual([
      'DocumentInvalid: Document main/list.json does not match its schema: invalid_type at items',
    ])
    clock += 19_000
    await expect(document.read()).rejects.toThrow(DocumentInvalid)
    await replace(real, ref, Buffer.from('{"items":["mended"]}'))
    const mended = await document.read()
    expect(mended?.value.items).toEqual(['mended'])
    expect(mended).not.toHaveProperty('staleSeconds')
  })

  it('waits for a slow store as long as ever', async () => {
    const document = open()
    await document.read()
    const { etag } = await replaceWith('{')
    expect(await document.read()).toHaveProperty('staleSeconds')
    await real.put(ref, Buffer.from('{"items":["mended"]}'), { ifMatch: etag })
    scripted.script.beforeGet = () => sleep(700)
    expect((await document.read())?.value.items).toEqual(['mended'])
  })

  it('tells a damaged version from a store that is away', async () => {
    const document = watched()
    await document.read()
    await replaceWith('{')
    await document.read()
    scripted.script.beforeGet = away
    await document.read()
    scripted.script.beforeGet = () => {}
    await document.read()
    expect(told.map((error) => (error as Error).name)).toEqual([
      'DocumentInvalid',
      'StoreUnavailable',
    ])
  })

  async function replaceWith(text: string): Promise<{ etag: string }> {
    const now = await real.get(ref)
    if (now.kind !== 'found') throw new Error(now.kind)
    return real.put(ref, Buffer.from(text), { ifMatch: now.etag })
  }
})

describe('read, after the time of day was set', () => {
  const HOUR = 3_600_000
  const real = Date.now
  const set = (ms: number) => jest.spyOn(Date, 'now').mockImplementation(() => real() + ms)
  afterEach(() => {
    jest.restoreAllMocks()
  })

  it('takes nothing for older than it is when it went forward', async () => {
    const remembering = open({ readMaxAgeMs: 60_000 })
    const strict = open({ staleIfErrorSeconds: 60 })
    await Promise.all([remembering.read(), strict.read()])
    const before = scripted.calls.get
    set(2 * HOUR)
    await remembering.read()
    expect(scripted.calls.get).toBe(before)
    scripted.script.beforeGet = away
    expect((await strict.read())?.staleSeconds).toBeLessThan(60)
  })

  it('takes nothing for newer than it is when it went back', async () => {
    const document = open({ readMaxAgeMs: 1 })
    await document.read()
    await sleep(5)
    const before = scripted.calls.get
    set(-HOUR)
    await document.read()
    expect(scripted.calls.get).toBe(before + 1)
  })
})
