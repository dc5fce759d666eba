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

/** Short, so that time-outs happen often in a short test. */
const timeouts = { connectMs: 1_000, responseMs: 500 }
const run = promisify(execFile)

/** Faults of puts, in turn; every fourth put goes through. */
const PUT_FAULTS: Record<string, Fault[]> = {
  'lost replies': [{ kind: 'lose-reply' }],
  'replies that never come': [{ kind: 'swallow-reply' }],
  'requests that arrive after the connection broke': [{ kind: 'arrive-late', ms: 30 }],
  'delayed duplicates': [{ kind: 'duplicate', ms: 30 }],
  conflicts: [
    { kind: 'answer', status: 409, code: 'ConditionalRequestConflict' },
    { kind: 'answer', status: 412, code: 'PreconditionFailed' },
  ],
  'server errors': [
    { kind: 'answer', status: 500, code: 'InternalError' },
    { kind: 'answer', status: 503, code: 'SlowDown' },
    { kind: 'answer', status: 502 },
  ],
  'requests that vanish': [{ kind: 'black-hole' }],
}
const GET_FAULTS: Fault[] = [
  { kind: 'cut-body' },
  { kind: 'answer', status: 503, code: 'SlowDown' },
  { kind: 'lose-reply' },
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

  /** `writers` add `each` items one acknowledged change after the other, two at a time. */
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

  it('never see an old version come back with a delayed duplicate of its put', async () => {
    const Switch = z.object({ on: z.boolean() })
    const store = openS3(server, { endpoint: proxy.endpoint })
    stores.push(store)
    const document = createDocument(store, ref, Switch)
    const turn = () =>
      document.change(
        to((current) => ({ on: !(current?.on ?? true) })),
        { by },
      )
    await turn()
    proxy.script.faultOf = (call) =>
      call.method === 'PUT' ? { kind: 'duplicate', ms: 300 } : undefined
    await turn()
    proxy.script.faultOf = () => undefined
    // The state, and with it the JSON text, is what the duplicate expects.
    expect((await turn()).value).toEqual({ on: false })
    await proxy.settled()
    expect((await document.read())?.value).toEqual({ on: false })
  })

  it('lose no edit and apply none twice under all faults at once, of reads too', async () => {
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

  describe('that stays away', () => {
    const outages: [string, () => Promise<void>][] = [
      ['refuses connections', () => proxy.refuse()],
      ['asks to slow down', async () => always({ kind: 'answer', status: 503, code: 'SlowDown' })],
      ['never answers', async () => always({ kind: 'black-hole' })],
    ]
    const always = (fault: Fault) => {
      proxy.script.faultOf = () => fault
    }

    it.each(outages)(
      'are told so, and readers get the last good copy: it %s',
      async (_how, fail) => {
        const document = open({ giveUpAfterMs: 5_000 })
        await document.change(to(add('a')), { by })
        await fail()
        expect(await document.read()).toMatchObject({
          value: { items: ['a'] },
          staleSeconds: expect.any(Number),
        })
        const refused = expect.objectContaining({ code: 'unavailable', retryAfter: 5 })
        await expect(document.change(to(add('b')), { by })).rejects.toEqual(refused)
        await expect(open().read()).rejects.toEqual(refused)
        proxy.script.faultOf = () => undefined
        await proxy.accept()
        expect((await document.change(to(add('c')), { by })).value.items).toEqual(['a', 'c'])
        const recovered = await document.read()
        expect(recovered).not.toHaveProperty('staleSeconds')
        expect(recovered?.value.items).toEqual(['a', 'c'])
      },
    )
  })
})
