import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { DocumentInvalid } from './decode.ts'
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

let clock = 0
const now = () => clock
beforeEach(() => {
  clock = 1_000_000
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
