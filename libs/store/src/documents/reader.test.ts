import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { replace } from '../objects/directory.ts'
import { StoreUnavailable } from '../objects/port.ts'
import { createDocument } from './document.ts'
import {
  add,
  away,
  by,
  List,
  ref,
  scripted,
  writeElsewhere,
  renewStores,
} from '../../test/documents/scripted-list.ts'
import { to } from '../../test/documents/to.ts'

renewStores()

const same = (list: List | undefined) => list ?? { items: [] }
const open = (options = {}) => createDocument(scripted.store, ref, List, options)
beforeEach(async () => {
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

  it('keeps the objects of unchanged elements', async () => {
    const document = open()
    const versions = [['b'], ['a', 'b']].map((names) => ({
      items: [],
      parts: names.map((name) => ({ name })),
    }))
    const parts: unknown[][] = []
    for (const version of versions) {
      await replace(scripted.store, ref, Buffer.from(JSON.stringify(version)))
      parts.push((await document.read())?.value['parts'] as unknown[])
    }
    expect(parts).toEqual(versions.map((version) => version.parts))
    expect(parts[1]?.[1]).toBe(parts[0]?.[0])
  })
})

describe('read', () => {
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
    const document = open()
    let isFirst = true
    // Another writer's version is read before the response to this write arrives.
    scripted.script.afterPut = async () => {
      if (!isFirst) return
      isFirst = false
      await writeElsewhere('theirs')
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
