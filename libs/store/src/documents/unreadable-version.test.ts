import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { cut } from '../../test/objects/scripted-store.ts'
import { replace } from '../objects/directory.ts'

import { createDocument } from './document.ts'
import { DocumentInvalid } from './decode.ts'
import {
  away,
  List,
  real,
  ref,
  scripted,
  writeElsewhere,
  renewStores,
} from '../../test/documents/scripted-list.ts'

renewStores()

const open = (options = {}) => createDocument(scripted.store, ref, List, options)
beforeEach(async () => {
  await writeElsewhere('a')
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
    const document = open({ staleIfErrorSeconds: 60 })
    await document.read()
    set(2 * HOUR)
    scripted.script.beforeGet = away
    expect((await document.read())?.staleSeconds).toBeLessThan(60)
  })
})
