import { createEmbeddedStore, type ObjectStore } from '@landscape/store'
import { median, type Figure } from './measure.ts'
import { storeOnDisk } from './store-on-disk.ts'

const LARGE = Buffer.alloc(12_000_000, 'x')
const SMALL = Buffer.alloc(1_000, 'x')
const CHECKS = 1_000
const ROUNDS = 15

/** What it takes to learn that a document has not changed: the tag is read, whatever the size. */
export async function benchStore(): Promise<Figure[]> {
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

/** One question whether the version that was read is still the present one, which it is. */
async function checkOf(store: ObjectStore, key: string): Promise<Check> {
  const read = await store.get(refOf(key))
  if (read.kind !== 'found') throw new Error(`There is no ${key}.json`)
  return async () => {
    const { kind } = await store.get(refOf(key), { ifNoneMatch: read.etag })
    if (kind !== 'not-modified') throw new Error(`${key}.json is ${kind}`)
  }
}

/** In turns, a large one and a small one, so that whatever else the machine does meets both alike. */
async function compare(large: Check, small: Check): Promise<Figure> {
  const rounds: [number, number][] = []
  for (let round = -3; round < ROUNDS; round++) {
    const took: [number, number] = [await microseconds(large), await microseconds(small)]
    if (round >= 0) rounds.push(took) // the first ones warm up
  }
  const [ofLarge, ofSmall] = ([0, 1] as const).map((side) => median(rounds.map((us) => us[side])))
  return {
    label: `freshness check on the embedded store, a document of 12 MB / of 1 KB (${ofLarge?.toFixed(1)} / ${ofSmall?.toFixed(1)} µs)`,
    target: '≤ 2',
    ratios: rounds.map(([a, b]) => a / b),
  }
}

/** The middle one of many. */
async function microseconds(check: Check): Promise<number> {
  const took: number[] = []
  for (let i = 0; i < CHECKS; i++) {
    const began = performance.now()
    await check()
    took.push((performance.now() - began) * 1_000)
  }
  return median(took)
}
