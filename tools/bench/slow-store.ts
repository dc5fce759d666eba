import { setTimeout as sleep } from 'node:timers/promises'
import {
  createDocument,
  createEmbeddedStore,
  type ObjectStore,
  type StoredDocument,
} from '@landscape/store'
import { z } from 'zod'
import { withDistantS3 } from './distant-s3.ts'
import { median, type Figure } from './measure.ts'

const AWAY_MS = 15
const SLOW_MS = 60
/** One question of so many takes the longer time. */
const SLOW_ONE_OF = 20
const READERS = 50
const READS_EACH = 30
const ROUNDS = 5
const AT_ONCE = [1, 2, 4, 8]
const DEFAULT = 4

const ref = { bucket: 'main', key: 'list.json' } as const
const List = z.looseObject({ items: z.array(z.unknown()) })

/** What readers wait for when the store is some milliseconds away, as S3 is, and what they ask it; 1 would be one round trip. */
export async function benchSlowStore(): Promise<Figure[]> {
  const near = createEmbeddedStore(':memory:')
  try {
    await near.put(ref, Buffer.from('{"items":[]}'), { absent: true })
    const even = `store ${AWAY_MS} ms away`
    const uneven = `${even}, one of ${SLOW_ONE_OF} answers ${SLOW_MS} ms`
    return [
      ...(await vary(even, () => away(near, () => AWAY_MS))),
      ...(await vary(uneven, () => away(near, unevenMs))),
      ...(await withDistantS3(AWAY_MS, async (s3) => {
        await s3.put(ref, Buffer.from('{"items":[]}'), { absent: true })
        return vary(`S3 ${AWAY_MS} ms away`, () => s3)
      })),
    ]
  } finally {
    near.close()
  }
}

function unevenMs(question: number): number {
  return question % SLOW_ONE_OF === 0 ? SLOW_MS : AWAY_MS
}

/** The store as it is some way off. */
function away(near: ObjectStore, msOf: (question: number) => number): ObjectStore {
  let questions = 0
  return {
    ...near,
    async get(...args) {
      await sleep(msOf(++questions))
      return near.get(...args)
    },
  }
}

/** One value of the setting, and what was seen with it. */
interface Setting {
  atOnce: number
  document: StoredDocument<z.output<typeof List>>
  rounds: Round[]
}

interface Round {
  waits: number[]
  questions: number
  seconds: number
}

/** Settings in turns, so that whatever else the machine does meets all alike. */
async function vary(where: string, storeOf: () => ObjectStore): Promise<Figure[]> {
  let questions = 0
  const settings = AT_ONCE.map((atOnce): Setting => {
    const store = storeOf()
    const counted: ObjectStore = {
      ...store,
      get: (...args) => {
        questions++
        return store.get(...args)
      },
    }
    const document = createDocument(counted, ref, List, { maxRequests: atOnce })
    return { atOnce, document, rounds: [] }
  })
  for (let round = -1; round < ROUNDS; round++) {
    for (const { document, rounds } of settings) {
      questions = 0
      const began = performance.now()
      const waits = await read(document)
      const seconds = (performance.now() - began) / 1_000
      if (round >= 0) rounds.push({ waits, questions, seconds }) // the first warms up
    }
  }
  return settings.map((setting) => figureOf(where, setting))
}

/** Milliseconds for which each of many readers waited each time, who ask again as soon as they have an answer. */
async function read(document: Setting['document']): Promise<number[]> {
  const waits: number[] = []
  await Promise.all(
    Array.from({ length: READERS }, async (_, reader) => {
      await sleep((reader * AWAY_MS) / READERS)
      for (let i = 0; i < READS_EACH; i++) {
        const began = performance.now()
        await document.read()
        waits.push(performance.now() - began)
      }
    }),
  )
  return waits
}

function figureOf(where: string, { atOnce, rounds }: Setting): Figure {
  const medians = rounds.map(({ waits }) => median(waits))
  const waits = rounds.flatMap((round) => round.waits).toSorted((a, b) => a - b)
  const tenth = waits[Math.floor(waits.length * 0.9)]
  const questions = sumOf(rounds.map((round) => round.questions))
  const aSecond = questions / sumOf(rounds.map(({ seconds }) => seconds))
  const seen = [
    `${median(medians).toFixed(1)} ms`,
    `mean ${(sumOf(waits) / waits.length).toFixed(1)}`,
    `slowest tenth from ${tenth?.toFixed(1)}`,
    `${(questions / waits.length).toFixed(3)} questions a read`,
    `${aSecond.toFixed(0)} a second`,
  ]
  return {
    label: `read with ${READERS} readers, ${where}, ${atOnce} at once / one round trip (${seen.join(', ')})`,
    ...(atOnce === DEFAULT && { target: '≤ 1.67' }),
    ratios: medians.map((wait) => wait / AWAY_MS),
  }
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
