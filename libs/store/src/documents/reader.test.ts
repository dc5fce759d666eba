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
const writeElsewhere = (item: string) =>
  createDocument(real, ref, List).change(to(add(item)), { by })

beforeEach(async () => {
  real = createEmbeddedStore(':memory:')
  scripted = scriptedStore(real)
  await writeElsewhere('a')
})

describe('the last good copy', () => {
  it('keeps the newer version when an older response arrives last', async () => {
    const document = open()
    const held = Promise.withResolvers<void>()
    scripted.script.afterGet = () => held.promise
    const early = document.read()
    await sleep(5)
    scripted.script.afterGet = () => {}
    await writeElsewhere('b')
    // A change that alters nothing reads the store without joining the reads.
    await document.change(to(same), { by })
    held.resolve()
    expect((await early)?.value.items).toEqual(['a'])
    scripted.script.beforeGet = away
    expect((await document.read())?.value.items).toEqual(['a', 'b'])
  })
})

describe('a new version', () => {
  it('is parsed once when concurrent store calls return it', async () => {
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

describe('read, without readMaxAgeMs', () => {
  it('calls the store even when no time has passed since the last call', async () => {
    const document = open({ now: () => 0 })
    await document.read()
    await writeElsewhere('b')
    expect((await document.read())?.value.items).toEqual(['a', 'b'])
  })
})

describe('reads that begin in one tick of the event loop', () => {
  it('share one store call', async () => {
    const document = open()
    await document.read()
    const before = scripted.calls.get
    const first = document.read()
    for (let i = 0; i < 10; i++) await Promise.resolve()
    await Promise.all([first, document.read()])
    expect(scripted.calls.get - before).toBe(1)
  })
})

describe('read, with an unresponsive store', () => {
  /** Reads until an outage is detected; later store calls hang. */
  async function hang(document: ReturnType<typeof open>) {
    await document.read()
    scripted.script.beforeGet = away
    expect(await document.read()).toHaveProperty('staleSeconds')
    const hung = Promise.withResolvers<void>()
    scripted.script.beforeGet = () => hung.promise
    return { respond: hung.resolve }
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

  it('does not start another wait for a reader that waited for a failed call', async () => {
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

  it('throws without waiting when no copy is cached', async () => {
    const document = open()
    scripted.script.beforeGet = away
    await expect(document.read()).rejects.toMatchObject({ code: 'unavailable' })
    scripted.script.beforeGet = () => new Promise<void>(() => {})
    await expect(document.read()).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 })
  })

  it('returns fresh values after the first response, even from a slow store', async () => {
    const document = open()
    const { respond } = await hang(document)
    expect(await document.read()).toHaveProperty('staleSeconds')
    respond()
    await document.read()
    await writeElsewhere('b')
    scripted.script.beforeGet = () => sleep(700)
    const read = await document.read()
    expect(read?.value.items).toEqual(['a', 'b'])
    expect(read).not.toHaveProperty('staleSeconds')
  })

  it('returns fresh values after a change was stored', async () => {
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

  it('keeps a later version of another writer over its own write', async () => {
    let time = 0
    const document = open({ readMaxAgeMs: 50, now: () => time })
    let isFirst = true
    // Another writer's version is read before the response to this write arrives.
    scripted.script.afterPut = async () => {
      if (!isFirst) return
      isFirst = false
      await writeElsewhere('theirs')
      time += 100
      expect((await document.read())?.value.items).toEqual(['a', 'ours', 'theirs'])
    }
    await document.change(to(add('ours')), { by })
    expect((await document.read())?.value.items).toEqual(['a', 'ours', 'theirs'])
  })

  it('reports the beginning of each outage once, with its cause, and its end once', async () => {
    const reported: unknown[] = []
    const outage = (_name: string, error: unknown) => reported.push(error)
    const document = open({ observers: [{ outage, recovery: () => reported.push('over') }] })
    await document.read()
    expect(reported).toEqual([])
    const why = expect.objectContaining({ message: 'connection refused' })
    for (const expected of [
      [why, 'over'],
      [why, 'over', why, 'over'],
    ]) {
      scripted.script.beforeGet = away
      await document.read()
      await document.read()
      expect(reported).toEqual(expected.slice(0, -1))
      scripted.script.beforeGet = () => {}
      await document.read()
      await document.read()
      expect(reported).toEqual(expected)
    }
  })

  it('reports the end of an outage when a change is stored', async () => {
    const reported: string[] = []
    const document = open({ observers: [{ recovery: (name: string) => reported.push(name) }] })
    scripted.script.beforeGet = away
    await document.read().catch(() => {})
    scripted.script.beforeGet = () => {}
    await document.change(to(add('b')), { by })
    expect(reported).toEqual(['main/list.json'])
  })

  it('reports no outage when a later call than the failed one succeeded', async () => {
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

describe('read, of an unreadable version', () => {
  /** Truncates the next bodies. */
  const cutNext = (times: number) => {
    let left = times
    scripted.script.received = (result) => {
      if (result.kind !== 'found' || left === 0) return result
      left--
      return cut(result)
    }
  }
  const reported: unknown[] = []
  const watched = (options = {}) =>
    open({
      observers: [{ outage: (_name: string, error: unknown) => reported.push(error) }],
      ...options,
    })

  beforeEach(() => {
    reported.length = 0
  })

  it('retries once when a body is truncated', async () => {
    cutNext(1)
    expect(await open().read()).toMatchObject({ value: { items: ['a'] } })
    expect(scripted.conditions).toEqual([undefined, undefined])
  })

  it('serves the last good copy when the retry is truncated, and revalidates only its tag', async () => {
    const document = open()
    const good = await document.read()
    await writeElsewhere('b')
    cutNext(2)
    const stale = await document.read()
    expect(stale).toMatchObject({ value: { items: ['a'] }, staleSeconds: expect.any(Number) })
    const fresh = await document.read()
    expect(fresh?.value.items).toEqual(['a', 'b'])
    expect(fresh).not.toHaveProperty('staleSeconds')
    expect(scripted.conditions).toEqual([undefined, good?.etag, good?.etag, good?.etag])
  })

  it('throws when no copy is cached, and keeps nothing of the truncated version', async () => {
    const document = open()
    cutNext(2)
    await expect(document.read()).rejects.toThrow(DocumentInvalid)
    expect((await document.read())?.value.items).toEqual(['a'])
    expect(scripted.conditions).toEqual([undefined, undefined, undefined])
  })

  it('serves the last good copy of a damaged document, and reports the damage once', async () => {
    let clock = 0
    const document = watched({ staleIfErrorSeconds: 60, now: () => clock })
    await document.read()
    await replace(real, ref, Buffer.from('{"items":"kim@acme.example"}'))
    clock += 42_000
    for (let round = 0; round < 2; round++) {
      expect(await document.read()).toMatchObject({ value: { items: ['a'] }, staleSeconds: 42 })
    }
    // An unreadable version is fetched again once; a version known as damaged is not.
    expect(scripted.calls.get).toBe(4)
    expect(reported.map(String)).toEqual([
      'DocumentInvalid: Document main/list.json does not match its schema: invalid_type at items',
    ])
    clock += 19_000
    await expect(document.read()).rejects.toThrow(DocumentInvalid)
    await replace(real, ref, Buffer.from('{"items":["repaired"]}'))
    const repaired = await document.read()
    expect(repaired?.value.items).toEqual(['repaired'])
    expect(repaired).not.toHaveProperty('staleSeconds')
  })

  it('waits for a slow store after a damaged version', async () => {
    const document = open()
    await document.read()
    const { etag } = await replaceWith('{')
    expect(await document.read()).toHaveProperty('staleSeconds')
    await real.put(ref, Buffer.from('{"items":["repaired"]}'), { ifMatch: etag })
    scripted.script.beforeGet = () => sleep(700)
    expect((await document.read())?.value.items).toEqual(['repaired'])
  })

  it('distinguishes a damaged version from an unreachable store', async () => {
    const document = watched()
    await document.read()
    await replaceWith('{')
    await document.read()
    scripted.script.beforeGet = away
    await document.read()
    scripted.script.beforeGet = () => {}
    await document.read()
    expect(reported.map((error) => (error as Error).name)).toEqual([
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

describe('read, after a change of the system clock', () => {
  const HOUR = 3_600_000
  const real = Date.now
  const set = (ms: number) => jest.spyOn(Date, 'now').mockImplementation(() => real() + ms)
  afterEach(() => {
    jest.restoreAllMocks()
  })

  it('computes ages correctly when the clock jumps forward', async () => {
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

  it('computes ages correctly when the clock jumps back', async () => {
    const document = open({ readMaxAgeMs: 1 })
    await document.read()
    await sleep(5)
    const before = scripted.calls.get
    set(-HOUR)
    await document.read()
    expect(scripted.calls.get).toBe(before + 1)
  })
})
