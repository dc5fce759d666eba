import { setTimeout as sleep } from 'node:timers/promises'
import { createDocument } from '@landscape/documents'
import { createEmbeddedStore, type ObjectStore } from '@landscape/object-store'
import { z } from 'zod'
import { median, type Figure } from './measure.ts'

const AWAY_MS = 15
const READERS = 50
const READS_EACH = 40
const ROUNDS = 5

/** What readers wait for when the store is some milliseconds away, as S3 is; 1 would be one round trip. */
export async function benchSlowStore(): Promise<Figure[]> {
  const near = createEmbeddedStore(':memory:')
  const ref = { bucket: 'main', key: 'list.json' } as const
  await near.put(ref, Buffer.from('{"items":[]}'), { absent: true })
  let questions = 0
  const store: ObjectStore = {
    ...near,
    async get(...args) {
      questions++
      await sleep(AWAY_MS)
      return near.get(...args)
    },
  }
  const document = createDocument(store, ref, z.looseObject({ items: z.array(z.unknown()) }))
  const medians: number[] = []
  for (let round = -1; round < ROUNDS; round++) {
    const waits: number[] = []
    const read = async () => {
      const began = performance.now()
      await document.read()
      waits.push(performance.now() - began)
    }
    await Promise.all(
      Array.from({ length: READERS }, async (_, reader) => {
        await sleep((reader * AWAY_MS) / READERS)
        for (let i = 0; i < READS_EACH; i++) await read()
      }),
    )
    if (round < 0) questions = 0
    else medians.push(median(waits))
  }
  near.close()
  const share = (questions / (ROUNDS * READERS * READS_EACH)).toFixed(3)
  return [
    {
      label: `read with ${READERS} readers, store ${AWAY_MS} ms away / one round trip (${median(medians).toFixed(1)} ms, ${share} questions a read)`,
      target: '≤ 1.67',
      ratios: medians.map((wait) => wait / AWAY_MS),
    },
  ]
}
