import { beforeEach, describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import { scriptedStore } from '../../test/objects/scripted-store.ts'
import { createEmbeddedStore } from '../objects/embedded.ts'
import { PreconditionFailed, StoreUnavailable } from '../objects/port.ts'
import { createDocument } from './document.ts'
import type { DocumentObserver } from './observe.ts'
import { to } from '../../test/documents/to.ts'

const ref = { bucket: 'main', key: 'count.json' } as const
const Count = z.object({ n: z.int() })
const by = { actor: 'subject-1', action: 'test' }
const add = (current: z.infer<typeof Count> | undefined) => ({ n: (current?.n ?? 0) + 1 })
const away = () => {
  throw new StoreUnavailable('connection refused')
}

let real = createEmbeddedStore(':memory:')
let scripted = scriptedStore(real)
let seen: unknown[][] = []
const observe: DocumentObserver = {
  read: (...event) => void seen.push(['read', ...event]),
  commit: (...event) => void seen.push(['commit', ...event]),
  failure: (...event) => void seen.push(['failure', ...event]),
}
const open = (options = {}) =>
  createDocument(scripted.store, ref, Count, { observers: [observe], giveUpAfterMs: 0, ...options })
const name = 'main/count.json'
/** A version with a change of one caller. */
const stored = { etag: expect.any(String), by: [by] }

beforeEach(() => {
  seen = []
  real = createEmbeddedStore(':memory:')
  scripted = scriptedStore(real)
})

describe('the observer of a document', () => {
  it('receives the outcome of each read, and the failure of the store call', async () => {
    const document = open()
    await document.read()
    scripted.script.beforeGet = away
    await expect(document.read()).rejects.toThrow()
    scripted.script.beforeGet = () => {}
    await document.change(to(add), { by })
    seen = []
    scripted.script.beforeGet = away
    await document.read()
    expect(seen).toEqual([
      ['failure', name, 'unavailable'],
      ['read', name, 'stale'],
    ])
  })

  it('receives a failure for each unreadable body', async () => {
    await real.put(ref, Buffer.from('{'), { absent: true })
    await expect(open().read()).rejects.toThrow('is not JSON')
    expect(seen).toEqual([
      ['failure', name, 'invalid'],
      ['failure', name, 'invalid'],
      ['read', name, 'failed'],
    ])
  })

  it('receives the outcome of each batch', async () => {
    let clock = 1_000
    const document = open({ now: () => clock })
    const slowly = (change: typeof add) =>
      to((current: Parameters<typeof add>[0]) => {
        clock += 7
        return change(current)
      })
    await Promise.all([document.change(slowly(add), { by }), document.change(slowly(add), { by })])
    await document.change(
      slowly((current) => current ?? { n: 0 }),
      { by },
    )
    scripted.script.beforePut = away
    await expect(document.change(slowly(add), { by })).rejects.toThrow()
    expect(seen).toEqual([
      ['commit', name, { outcome: 'stored', changes: 1, attempts: 1, ms: 7, stored }],
      // It waited for the previous batch.
      ['commit', name, { outcome: 'stored', changes: 1, attempts: 1, ms: 14, stored }],
      ['commit', name, { outcome: 'unchanged', changes: 1, attempts: 1, ms: 7 }],
      ['failure', name, 'unavailable'],
      ['commit', name, { outcome: 'given-up', changes: 1, attempts: 1, ms: 7 }],
    ])
  })

  it('distinguishes a conflict from an unreachable store', async () => {
    const document = open({ giveUpAfterMs: 5_000 })
    await document.change(to(add), { by })
    let isFirst = true
    scripted.script.beforePut = async () => {
      if (isFirst) await createDocument(real, ref, Count).change(to(add), { by })
      isFirst = false
    }
    seen = []
    await document.change(to(add), { by })
    expect(seen).toEqual([
      ['failure', name, 'conflict'],
      [
        'commit',
        name,
        { outcome: 'stored', changes: 1, attempts: 2, ms: expect.any(Number), stored },
      ],
    ])
  })

  it.each([
    ['conflict', new PreconditionFailed('the slot is taken')],
    ['unavailable', new StoreUnavailable('connection refused')],
  ])('receives the failure to store a history record: %s', async (kind, error) => {
    const document = open({ history: 'count', giveUpAfterMs: 5_000 })
    let isFirst = true
    scripted.script.beforePut = () => {
      if (!isFirst) return
      isFirst = false
      throw error
    }
    await document.change(to(add), { by })
    expect(seen).toMatchObject([
      ['failure', name, kind],
      ['commit', name, { outcome: 'stored', attempts: 2 }],
    ])
  })

  it('does not make reads or changes fail when it throws', async () => {
    const fail = () => {
      throw new Error('the counter is broken')
    }
    const document = open({ observers: [{ read: fail, commit: fail, failure: fail }] })
    expect((await document.change(to(add), { by })).value).toEqual({ n: 1 })
    expect((await document.read())?.value).toEqual({ n: 1 })
    scripted.script.beforeGet = away
    expect(await document.read()).toHaveProperty('staleSeconds')
  })
})
