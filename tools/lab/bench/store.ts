import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import type { ObjectStore } from '@landscape/store/objects/port'
import { median, type Measurement } from './measure.ts'
import { storeOnDisk } from './store-on-disk.ts'

const LARGE = Buffer.alloc(12_000_000, 'x')
const SMALL = Buffer.alloc(1_000, 'x')
const CHECKS = 1_000
const ROUNDS = 15

/** Measures a freshness check of an unchanged document, which reads only its ETag. */
export async function benchStore(): Promise<Measurement[]> {
  const { directory, remove } = await storeOnDisk(fill)
  const store = createEmbeddedStore(directory)
  try {
    const small = await checkOf(store, 'small')
    return [await compare(await checkOf(store, 'large'), small)]
  } finally {
    store.close()
    remove()
  }
}

const refOf = (key: string) => ({ bucket: 'main', key: `${key}.json` }) as const

async function fill(store: ObjectStore): Promise<void> {
  await store.put(refOf('small'), SMALL, { absent: true })
  await store.put(refOf('large'), LARGE, { absent: true })
}

type Check = () => Promise<void>

/** Creates a conditional read of the current version. */
async function checkOf(store: ObjectStore, key: string): Promise<Check> {
  const read = await store.get(refOf(key))
  if (read.kind !== 'found') throw new Error(`There is no ${key}.json`)
  return async () => {
    const { kind } = await store.get(refOf(key), { ifNoneMatch: read.etag })
    if (kind !== 'not-modified') throw new Error(`${key}.json is ${kind}`)
  }
}

/** Interleaves checks of both documents, so that other load affects both equally. */
async function compare(large: Check, small: Check): Promise<Measurement> {
  const rounds: [number, number][] = []
  for (let round = -3; round < ROUNDS; round++) {
    const took: [number, number] = [await microseconds(large), await microseconds(small)]
    if (round >= 0) rounds.push(took) // the first ones warm up
  }
  const [ofLarge, ofSmall] = ([0, 1] as const).map((side) => median(rounds.map((us) => us[side])))
  return {
    label:
      'freshness check on the embedded store, a document of 12 MB / of 1 KB ' +
      `(${ofLarge?.toFixed(1)} / ${ofSmall?.toFixed(1)} µs)`,
    target: '≤ 2',
    values: rounds.map(([a, b]) => a / b),
  }
}

/** Returns the median duration of a check (µs). */
async function microseconds(check: Check): Promise<number> {
  const took: number[] = []
  for (let i = 0; i < CHECKS; i++) {
    const began = performance.now()
    await check()
    took.push((performance.now() - began) * 1_000)
  }
  return median(took)
}
