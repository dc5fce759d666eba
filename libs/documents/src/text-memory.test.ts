import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import {
  createEmbeddedStore,
  StoreUnavailable,
  type ObjectRef,
  type ObjectStore,
} from '@landscape/object-store'
import { z } from 'zod'
import { createDocument, type StoredDocument } from './index.ts'
import { freezeJson } from './freeze-json.ts'
import { writeItems } from './item-text.ts'
import { readItems } from './read-items.ts'
import { to } from '../test/to.ts'

const ref: ObjectRef = { bucket: 'main', key: 'list.json' }
const Numbers = z.looseObject({ items: z.array(z.looseObject({ n: z.number() })) })
type Numbers = z.infer<typeof Numbers>
const by = { actor: 'subject-1', action: 'test' }
const add = (n: number) => (list: Numbers | undefined) => ({
  ...list,
  items: [...(list?.items ?? []), { n }],
})

type Fault = 'refused' | 'reply lost' | 'overtaken' | undefined

/** A store that holds on to the bytes it was given, and fails as it is told. */
function holdingStore(real: ObjectStore, faultOf: (nth: number, key: string) => Fault) {
  const held: { bytes: Buffer; asGiven: Buffer; isStored: boolean; key: string }[] = []
  const store: ObjectStore = {
    ...real,
    async put(target, bytes, ...rest) {
      const put = { bytes, asGiven: Buffer.from(bytes), isStored: false, key: target.key }
      const fault = faultOf(held.push(put), target.key)
      await sleep(1)
      if (fault === 'refused') throw new StoreUnavailable('timed out')
      if (fault === 'overtaken') {
        await createDocument(real, ref, Numbers).change(to(add(-held.length)), { by })
      }
      // What is sent while others come and go is what was given.
      expect(bytes.equals(put.asGiven)).toBe(true)
      const outcome = await real.put(target, bytes, ...rest)
      if (fault === 'reply lost') throw new StoreUnavailable('timed out')
      put.isStored = true
      return outcome
    },
  }
  return { store, held }
}

async function editEach(document: StoredDocument<Numbers>, count: number): Promise<void> {
  for (let n = 0; n < count; n++) await document.change(to(add(n)), { by })
}

async function storedNumbers(real: ObjectStore): Promise<number[]> {
  const got = await real.get(ref)
  if (got.kind !== 'found') return []
  return Numbers.parse(JSON.parse(got.body.toString())).items.map(({ n }) => n)
}

describe('the memory of a text', () => {
  it('is used again once the version after the next was stored', async () => {
    const { store, held } = holdingStore(createEmbeddedStore(':memory:'), () => undefined)
    const document = createDocument(store, ref, Numbers)
    const items = Array.from({ length: 1_000 }, (_, n) => ({ n }))
    await document.change(
      to(() => ({ items })),
      { by },
    )
    await editEach(document, 10)
    expect(new Set(held.map(({ bytes }) => bytes.buffer)).size).toBeLessThan(5)
  })

  it.each([{}, { history: 'list' }])(
    'is never written over while a put that failed may hold it, with the options %j',
    async (options) => {
      const real = createEmbeddedStore(':memory:')
      const faults: readonly Fault[] = ['refused', 'reply lost', 'overtaken']
      const { store, held } = holdingStore(real, (nth) =>
        nth % 5 === 0 || nth % 7 === 0 ? faults[nth % faults.length] : undefined,
      )
      // So large that what is added fits where the version before the last was.
      const filling = 'so many bytes '.repeat(500)
      await real.put(ref, Buffer.from(JSON.stringify({ items: [], filling })), { absent: true })
      await editEach(createDocument(store, ref, Numbers, options), 60)
      const failed = held.filter(({ isStored }) => !isStored)
      expect(failed.length).toBeGreaterThan(15)
      for (const { bytes, asGiven } of failed) expect(bytes.equals(asGiven)).toBe(true)
      const mine = (await storedNumbers(real)).filter((n) => n >= 0)
      expect(mine).toEqual(Array.from({ length: 60 }, (_, n) => n))
    },
  )

  it('is never written over while the history keeps the text', async () => {
    const real = createEmbeddedStore(':memory:')
    const kept: { key: string; bytes: Buffer; asGiven: Buffer }[] = []
    const store: ObjectStore = {
      ...real,
      async put(target, bytes, ...rest) {
        if (target.key.includes('/states/')) {
          kept.push({ key: target.key, bytes, asGiven: Buffer.from(bytes) })
          await sleep(200)
        } else if (target.key.includes('/blocks/')) await sleep(200)
        return real.put(target, bytes, ...rest)
      },
    }
    const document = createDocument(store, ref, Numbers, { history: 'list' })
    await editEach(document, 256)
    const { value } = (await document.read()) ?? {}
    await editEach(document, 100)
    expect(kept).toHaveLength(1)
    expect(kept[0]?.asGiven.toString()).toBe(JSON.stringify(value))
    expect(kept[0]?.bytes.equals(kept[0].asGiven)).toBe(true)
  })

  it('is taken for no other text than the one in it when the history names what is stored', async () => {
    const real = createEmbeddedStore(':memory:')
    const document = createDocument(real, ref, Numbers, { history: 'list' })
    const items = Array.from({ length: 100_000 }, (_, n) => ({ n }))
    await document.change(
      to(() => ({ items })),
      { by },
    )
    for (let edit = 0; edit < 12; edit++) {
      // Near the beginning, in the middle, near the end; longer, shorter, and taken back.
      const place = (edit % 4) * 30_000 + 5
      const n = edit < 6 ? 10 ** (edit + 2) : place
      const change = to<Numbers>(() => ({ items: items.with(place, { n }) }))
      await document.change(change, { by })
      const got = await real.get(ref)
      if (got.kind !== 'found') throw new Error('It is gone')
      const stored = createHash('sha256').update(got.body).digest('base64url')
      expect(got.meta['history']?.split(' ')[3]).toBe(stored)
    }
  })

  it('is used again under a reader, who parses what is left', async () => {
    const items = Array.from({ length: 50_000 }, (_, i) => ({ n: i + 100_000 }))
    const before = writeItems(freezeJson({ items }))
    const later = { items: items.map(({ n }) => ({ n: n % 3 ? n : n + 1 })) }
    const bytes = Buffer.from(JSON.stringify(later))
    let isRead = false
    const reading = readItems(bytes, before).finally(() => (isRead = true))
    await sleep(1)
    const other = freezeJson({ items: items.map(({ n }) => ({ n: n + 1 })) })
    const written = writeItems(other, undefined, before)
    expect(isRead).toBe(false)
    expect(written.memory).toBe(before.memory)
    expect(JSON.stringify((await reading).value) === bytes.toString()).toBe(true)
  })
})
