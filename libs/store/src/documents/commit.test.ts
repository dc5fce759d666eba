import { beforeEach, describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import { scriptedStore } from '../../test/objects/scripted-store.ts'
import { createEmbeddedStore } from '../objects/embedded.ts'
import { PreconditionFailed, StoreFull, StoreUnavailable } from '../objects/port.ts'
import { createDocument } from './document.ts'
import type { CommitOutcome, DocumentObserver } from './observe.ts'
import { to } from '../../test/documents/to.ts'

const ref = { bucket: 'main', key: 'list.json' } as const
const List = z.object({ items: z.array(z.string()) })
type List = z.infer<typeof List>
const by = { actor: 'subject-1', action: 'test' }
const add = (item: string) => (list: List | undefined) => ({
  items: [...(list?.items ?? []), item],
})
const same = (list: List | undefined) => list ?? { items: [] }

let real = createEmbeddedStore(':memory:')
let scripted = scriptedStore(real)
const open = (options = {}) =>
  createDocument(scripted.store, ref, List, { giveUpAfterMs: 0, ...options })

beforeEach(() => {
  real = createEmbeddedStore(':memory:')
  scripted = scriptedStore(real)
})

describe('the caller of a change', () => {
  it('receives the tag of the version that contains the change', async () => {
    const document = open()
    const { etag } = await document.change(to(add('a')), { by })
    expect(await real.get(ref)).toMatchObject({ kind: 'found', etag })
    expect((await document.change(to(same), { by })).etag).toBe(etag)
  })

  it('receives "unavailable" with Retry-After when every attempt conflicts', async () => {
    scripted.script.beforePut = () => {
      throw new PreconditionFailed('another writer was faster')
    }
    await expect(open().change(to(add('a')), { by })).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The document is changing too often; try again',
      retryAfter: 5,
      cause: expect.any(PreconditionFailed),
    })
  })

  it('receives "unavailable" when the store is unavailable', async () => {
    scripted.script.beforePut = () => {
      throw new StoreUnavailable('connection refused')
    }
    await expect(open().change(to(add('a')), { by })).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Storage is not reachable',
      cause: expect.any(StoreUnavailable),
    })
  })

  it('receives "insufficient storage" without a retry when the store is full', async () => {
    let puts = 0
    scripted.script.beforePut = () => {
      puts++
      throw new StoreFull('no space left on device')
    }
    const document = open({ giveUpAfterMs: 60_000 })
    await expect(document.change(to(add('a')), { by })).rejects.toMatchObject({
      code: 'insufficient-storage',
      message: 'The store is full',
      reason: 'disk',
      cause: expect.any(StoreFull),
    })
    expect(puts).toBe(1)
  })

  it('receives the value and the tag of a write whose response was lost', async () => {
    const document = open({ giveUpAfterMs: 5_000 })
    let isLost = true
    scripted.script.afterPut = () => {
      if (!isLost) return
      isLost = false
      throw new StoreUnavailable('socket hang up')
    }
    const { value, etag } = await document.change(to(add('a')), { by })
    expect(value).toEqual({ items: ['a'] })
    expect(await real.get(ref)).toMatchObject({ etag })
    expect(scripted.calls.put).toBe(1)
  })

  it('is rejected when 20,000 changes are queued, all of which are stored', async () => {
    const document = open({ giveUpAfterMs: 5_000 })
    const held = Promise.withResolvers<void>()
    scripted.script.beforePut = () => held.promise
    const first = document.change(to(add('first')), { by })
    const waiting = Array.from({ length: 20_000 }, () => document.change(to(same), { by }))
    await expect(document.change(to(add('one too many')), { by })).rejects.toMatchObject({
      code: 'unavailable',
      retryAfter: 2,
      message: 'Too many changes are waiting',
    })
    held.resolve()
    await Promise.all([first, ...waiting])
    expect((await document.change(to(add('later')), { by })).value.items).toEqual([
      'first',
      'later',
    ])
  })
})

describe('the observer of commits', () => {
  const createObserver = () => {
    const commits: CommitOutcome[] = []
    const observer: DocumentObserver = { commit: (_name, commit) => void commits.push(commit) }
    return { commits, observer }
  }

  it('receives the version, the authors of its changes and the number of attempts', async () => {
    const { commits, observer } = createObserver()
    const document = open({ giveUpAfterMs: 5_000, observers: [observer] })
    let isFirst = true
    scripted.script.beforePut = async () => {
      if (isFirst) await createDocument(real, ref, List).change(to(add('theirs')), { by })
      isFirst = false
    }
    const reject = (_list: List | undefined): List => {
      throw new RangeError('rejected')
    }
    await document.change(to(add('a')), { by: { actor: 's-1', action: 'add' } })
    const [kept, rejected] = await Promise.allSettled([
      document.change(to(add('b')), { by: { actor: 's-2', action: 'add' } }),
      document.change(to(reject), { by: { actor: 's-3', action: 'fail' } }),
    ])
    expect([kept.status, rejected.status]).toEqual(['fulfilled', 'rejected'])
    expect(commits.map(({ stored, attempts }) => [stored?.by, attempts])).toEqual([
      [[{ actor: 's-1', action: 'add' }], 2],
      [[{ actor: 's-2', action: 'add' }], 1],
    ])
    expect(await real.get(ref)).toMatchObject({ etag: commits[1]?.stored?.etag })
  })

  it('receives the outcome of each commit and its time since the change', async () => {
    const { commits, observer } = createObserver()
    let time = 1_000
    const document = open({ observers: [observer], now: () => (time += 10) })
    await document.change(to(add('a')), { by })
    await document.change(to(same), { by })
    scripted.script.beforePut = () => {
      throw new StoreUnavailable('connection refused')
    }
    await document.change(to(add('b')), { by }).catch(() => undefined)
    expect(commits.map(({ outcome }) => outcome)).toEqual(['stored', 'unchanged', 'given-up'])
    for (const { ms } of commits) expect(ms).toBeLessThan(1_000)
  })

  it('receives no stored version when a change altered nothing', async () => {
    const { commits, observer } = createObserver()
    const document = open({ observers: [observer] })
    await document.change(to(add('a')), { by })
    await document.change(to(same), { by })
    expect(commits.filter(({ stored }) => stored)).toHaveLength(1)
  })
})
