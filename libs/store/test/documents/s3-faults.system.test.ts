import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import { type ObjectRef, type ObjectStore } from '../../src/objects/port.ts'
import { createDocument } from '../../src/documents/document.ts'
import { createFaultProxy, type Call, type Fault } from '../objects/fault-proxy.ts'
import { openS3 } from '../objects/open-s3.ts'
import { describeOnS3 } from '../objects/s3-server.ts'
import { to } from './to.ts'

const List = z.object({ items: z.array(z.string()) })
type List = z.infer<typeof List>
const by = { actor: 'subject-1', action: 'test' }
const add = (item: string) => (list: List | undefined) => ({
  items: [...(list?.items ?? []), item],
})

/** Short, so that a short test has many time-outs. */
const timeouts = { connectMs: 1_000, responseMs: 500 }
const run = promisify(execFile)

/** Faults of puts, one after the other; every fourth put succeeds. */
const PUT_FAULTS: Record<string, Fault[]> = {
  'lost responses': [{ kind: 'lose-response' }],
  'missing responses': [{ kind: 'no-response' }],
  'requests that arrive after a broken connection': [{ kind: 'arrive-late', ms: 30 }],
  'delayed duplicates': [{ kind: 'duplicate', ms: 30 }],
  conflicts: [
    { kind: 'response', status: 409, code: 'ConditionalRequestConflict' },
    { kind: 'response', status: 412, code: 'PreconditionFailed' },
  ],
  'server errors': [
    { kind: 'response', status: 500, code: 'InternalError' },
    { kind: 'response', status: 503, code: 'SlowDown' },
    { kind: 'response', status: 502 },
  ],
  'lost requests': [{ kind: 'black-hole' }],
}
const GET_FAULTS: Fault[] = [
  { kind: 'cut-body' },
  { kind: 'response', status: 503, code: 'SlowDown' },
  { kind: 'lose-response' },
  { kind: 'drip' },
  { kind: 'cut-unseen' },
]

describeOnS3('writers on a faulty S3', (server) => {
  let proxy: Awaited<ReturnType<typeof createFaultProxy>>
  let ref: ObjectRef
  let stores: ObjectStore[] = []
  const open = (options = {}) => {
    const store = openS3(server, { endpoint: proxy.endpoint, timeouts })
    stores.push(store)
    return createDocument(store, ref, List, { giveUpAfterMs: 50_000, ...options })
  }
  const stored = async () => (await direct().read())?.value.items ?? []
  const direct = () => {
    const store = openS3(server)
    stores.push(store)
    return createDocument(store, ref, List)
  }
  const isProbe = ({ path }: Call) => path.includes('.landscape/')

  beforeEach(async () => {
    ref = { bucket: 'main', key: `faults/${randomUUID()}.json` }
    proxy = await createFaultProxy(server.endpoint)
  })
  afterEach(async () => {
    for (const store of stores) store.close()
    stores = []
    await proxy.close()
  })

  /** Each of `writers` adds `each` items, two at a time. */
  async function race(writers: number, each: number): Promise<string[]> {
    const names = Array.from({ length: writers }, (_, w) =>
      Array.from({ length: each }, (_, i) => `${w}-${i}`),
    )
    await Promise.all(
      names.map(async (mine) => {
        const document = open()
        for (let i = 0; i < mine.length; i += 2) {
          await Promise.all(
            mine.slice(i, i + 2).map((name) => document.change(to(add(name)), { by })),
          )
        }
      }),
    )
    await proxy.settled()
    return names.flat().sort()
  }

  it.each(Object.entries(PUT_FAULTS))(
    'lose no edit and apply none twice under %s',
    async (_name, faults) => {
      proxy.script.faultOf = (call) =>
        call.method === 'PUT' && !isProbe(call) && call.nth % 4 !== 0
          ? faults[call.nth % faults.length]
          : undefined
      const names = await race(3, 6)
      expect((await stored()).toSorted()).toEqual(names)
    },
  )

  it('keep the newest version when a delayed duplicate of an older put arrives', async () => {
    const Switch = z.object({ on: z.boolean() })
    const store = openS3(server, { endpoint: proxy.endpoint })
    stores.push(store)
    const document = createDocument(store, ref, Switch)
    const toggle = () =>
      document.change(
        to((current) => ({ on: !(current?.on ?? true) })),
        { by },
      )
    await toggle()
    proxy.script.faultOf = (call) =>
      call.method === 'PUT' ? { kind: 'duplicate', ms: 300 } : undefined
    await toggle()
    proxy.script.faultOf = () => undefined
    // The JSON text is the same as the one that the duplicate would replace.
    expect((await toggle()).value).toEqual({ on: false })
    await proxy.settled()
    expect((await document.read())?.value).toEqual({ on: false })
  })

  it('lose no edit and apply none twice under all faults of puts and gets', async () => {
    const puts = Object.values(PUT_FAULTS).flat()
    proxy.script.faultOf = (call) => {
      if (isProbe(call)) return undefined
      if (call.method === 'PUT')
        return call.nth % 2 ? puts[(call.nth >> 1) % puts.length] : undefined
      return call.nth % 3 === 0 ? GET_FAULTS[(call.nth / 3) % GET_FAULTS.length] : undefined
    }
    const names = await race(3, 10)
    expect((await stored()).toSorted()).toEqual(names)
  })

  it('lose no edit and apply none twice as separate processes', async () => {
    const puts = Object.values(PUT_FAULTS).flat()
    proxy.script.faultOf = (call) =>
      call.method === 'PUT' && !isProbe(call) && call.nth % 2
        ? puts[(call.nth >> 1) % puts.length]
        : undefined
    const names = await processes(3, 20, 2)
    await proxy.settled()
    expect((await stored()).toSorted()).toEqual(names)
  })

  it('cost at most 50 puts for 1,000 edits at once', async () => {
    const document = open()
    const names = Array.from({ length: 1000 }, (_, i) => String(i))
    await Promise.all(names.map((name) => document.change(to(add(name)), { by })))
    expect(await stored()).toEqual(names)
    expect(proxy.calls['PUT']).toBeLessThanOrEqual(50)
  })

  it('cost at most 50 puts for 1,000 edits at once from two processes', async () => {
    const names = await processes(2, 500, 500)
    expect((await stored()).toSorted()).toEqual(names)
    expect(proxy.calls['PUT']).toBeLessThanOrEqual(50)
  })

  async function processes(count: number, each: number, atOnce: number): Promise<string[]> {
    const program = join(import.meta.dirname, 'append.ts')
    const settings = JSON.stringify({ server, endpoint: proxy.endpoint, key: ref.key, timeouts })
    const numbers = Array.from({ length: count }, (_, i) => String(i))
    await Promise.all(
      numbers.map((name) =>
        run(process.execPath, [program, settings, name, String(each), String(atOnce)]),
      ),
    )
    return numbers.flatMap((w) => Array.from({ length: each }, (_, i) => `${w}-${i}`)).sort()
  }

  describe('that stays unavailable', () => {
    const outages: [string, () => Promise<void>][] = [
      ['breaks connections', async () => proxy.reject()],
      ['returns SlowDown', async () => always({ kind: 'response', status: 503, code: 'SlowDown' })],
      ['never responds', async () => always({ kind: 'black-hole' })],
    ]
    const always = (fault: Fault) => {
      proxy.script.faultOf = () => fault
    }

    it.each(outages)(
      'receive an error, and readers the last good copy, when it %s',
      async (_how, fail) => {
        const document = open({ giveUpAfterMs: 5_000 })
        await document.change(to(add('a')), { by })
        await fail()
        expect(await document.read()).toMatchObject({
          value: { items: ['a'] },
          staleSeconds: expect.any(Number),
        })
        const failure = expect.objectContaining({ code: 'unavailable', retryAfter: 5 })
        await expect(document.change(to(add('b')), { by })).rejects.toEqual(failure)
        await expect(open().read()).rejects.toEqual(failure)
        proxy.script.faultOf = () => undefined
        proxy.accept()
        expect((await document.change(to(add('c')), { by })).value.items).toEqual(['a', 'c'])
        const recovered = await document.read()
        expect(recovered).not.toHaveProperty('staleSeconds')
        expect(recovered?.value.items).toEqual(['a', 'c'])
      },
    )
  })
})
