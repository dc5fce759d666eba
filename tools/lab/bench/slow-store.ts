import { setTimeout as sleep } from 'node:timers/promises'
import { createDocument, type StoredDocument } from '@landscape/store/documents/document'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import type { ObjectStore } from '@landscape/store/objects/port'
import { z } from 'zod'
import { withDistantS3 } from './distant-s3.ts'
import { median, type Measurement } from './measure.ts'

const LATENCY_MS = 15
const SLOW_MS = 60
/** Every n-th request has the latency `SLOW_MS`. */
const SLOW_EVERY = 20
const READERS = 50
const READS_EACH = 30
const ROUNDS = 5
const AT_ONCE = [1, 2, 4, 8]
const DEFAULT = 4

const ref = { bucket: 'main', key: 'list.json' } as const
const List = z.looseObject({ items: z.array(z.unknown()) })

/** Measures read times and requests on a store with the latency of S3; the ratio 1 is one round trip. */
export async function benchSlowStore(): Promise<Measurement[]> {
  const near = createEmbeddedStore(':memory:')
  try {
    await near.put(ref, Buffer.from('{"items":[]}'), { absent: true })
    const even = `store latency ${LATENCY_MS} ms`
    const uneven = `${even}, ${100 / SLOW_EVERY} % of responses ${SLOW_MS} ms`
    return [
      ...(await vary(even, () => delayed(near, () => LATENCY_MS))),
      ...(await vary(uneven, () => delayed(near, unevenMs))),
      ...(await withDistantS3(LATENCY_MS, async (s3) => {
        await s3.put(ref, Buffer.from('{"items":[]}'), { absent: true })
        return vary(`S3 latency ${LATENCY_MS} ms`, () => s3)
      })),
    ]
  } finally {
    near.close()
  }
}

function unevenMs(request: number): number {
  return request % SLOW_EVERY === 0 ? SLOW_MS : LATENCY_MS
}

/** Adds latency to the reads of a store. */
function delayed(near: ObjectStore, msOf: (request: number) => number): ObjectStore {
  let requests = 0
  return {
    ...near,
    async get(...args) {
      await sleep(msOf(++requests))
      return near.get(...args)
    },
  }
}

/** One value of the setting and its results. */
interface Setting {
  atOnce: number
  document: StoredDocument<z.output<typeof List>>
  rounds: Round[]
}

interface Round {
  waits: number[]
  requests: number
  seconds: number
}

/** Measures the settings in interleaved rounds, so that other load affects all of them equally. */
async function vary(where: string, storeOf: () => ObjectStore): Promise<Measurement[]> {
  let requests = 0
  const settings = AT_ONCE.map((atOnce): Setting => {
    const store = storeOf()
    const counted: ObjectStore = {
      ...store,
      get: (...args) => {
        requests++
        return store.get(...args)
      },
    }
    const document = createDocument(counted, ref, List, { maxRequests: atOnce })
    return { atOnce, document, rounds: [] }
  })
  for (let round = -1; round < ROUNDS; round++) {
    for (const { document, rounds } of settings) {
      requests = 0
      const began = performance.now()
      const waits = await read(document)
      const seconds = (performance.now() - began) / 1_000
      if (round >= 0) rounds.push({ waits, requests, seconds }) // the first warms up
    }
  }
  return settings.map((setting) => measurementOf(where, setting))
}

/** Returns the wait (ms) of each read of many readers in closed loops. */
async function read(document: Setting['document']): Promise<number[]> {
  const waits: number[] = []
  await Promise.all(
    Array.from({ length: READERS }, async (_, reader) => {
      await sleep((reader * LATENCY_MS) / READERS)
      for (let i = 0; i < READS_EACH; i++) {
        const began = performance.now()
        await document.read()
        waits.push(performance.now() - began)
      }
    }),
  )
  return waits
}

function measurementOf(where: string, { atOnce, rounds }: Setting): Measurement {
  const medians = rounds.map(({ waits }) => median(waits))
  const waits = rounds.flatMap((round) => round.waits).toSorted((a, b) => a - b)
  const tenth = waits[Math.floor(waits.length * 0.9)]
  const requests = sumOf(rounds.map((round) => round.requests))
  const perSecond = requests / sumOf(rounds.map(({ seconds }) => seconds))
  const seen = [
    `${median(medians).toFixed(1)} ms`,
    `mean ${(sumOf(waits) / waits.length).toFixed(1)}`,
    `90th percentile ${tenth?.toFixed(1)}`,
    `${(requests / waits.length).toFixed(3)} requests per read`,
    `${perSecond.toFixed(0)} per second`,
  ]
  return {
    label: `read with ${READERS} readers, ${where}, ${atOnce} at once / one round trip (${seen.join(', ')})`,
    ...(atOnce === DEFAULT && { target: '≤ 1.67' }),
    values: medians.map((wait) => wait / LATENCY_MS),
  }
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
