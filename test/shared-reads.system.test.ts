import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createClient, type ClientResponse, type Client } from './support/client.ts'
import { describeOnEachStore } from './support/describe-stores.ts'
import { startLandscape, type Landscape } from './support/landscape.ts'
import { pause } from './support/process.ts'
import { RESOLVE_REPLICAS } from './support/replica.ts'
import { startWithReplicas, type WithReplicas } from './support/replicas.ts'

const WRITES = 24
/** Writes between two waits for shared responses: a write mostly ends sharing for a second. */
const WRITES_PER_ROUND = 4
const READERS = 6
const PATHS = ['/api/banners', '/api/banners/all']
/** Concurrent reads of one path, and number of repetitions. */
const CONCURRENT = 40
const TIMES = 5
const MAX_ROUNDS = 30

/** Returns the number of the latest write of this test in a response. */
function numberIn(response: ClientResponse): number {
  const { messages } = response.json() as { messages: { message: string }[] }
  const numbers = messages.map(({ message }) => Number(/^fresh (\d+)$/.exec(message)?.[1] ?? 0))
  return Math.max(0, ...numbers)
}

describeOnEachStore('two gateways that share reads of two replicas', (open) => {
  let behind: WithReplicas
  let gateways: Landscape[] = []
  let clients: Client[] = []
  let acknowledged = 0
  const over = new AbortController()
  beforeAll(async () => {
    behind = await startWithReplicas({}, open)
    gateways = [behind]
    const second = await startLandscape({
      services: ['gateway', 'admin-review'],
      documents: false,
      env: {
        ...behind.data.env,
        ...RESOLVE_REPLICAS,
        DATA_URL: `http://data.replicas:${behind.dataPort}`,
        INTERNAL_TOKEN_SECRET: behind.internalTokenSecret,
      },
    })
    gateways.push(second)
    clients = gateways.map(({ url }) => createClient(url))
  }, 60_000)
  afterAll(async () => {
    over.abort()
    for (const client of clients) client.close()
    for (const gateway of gateways.toReversed()) await gateway.stop()
  })

  async function write(): Promise<void> {
    const banner = { message: `fresh ${acknowledged + 1}`, pages: ['radar'] }
    const { status } = await clients[1]!.post('/admin/api/banners/update', banner)
    expect(status).toBe(200)
    acknowledged++
  }

  /** Counts a string in the output of each gateway. */
  const timesLogged = (text: string) =>
    gateways.map(({ output }) => output('gateway').split(text).length - 1)
  /** Waits until each gateway has logged it this many times more than before. */
  async function untilLogged(text: string, times: number, before: readonly number[] = []) {
    const isMissing = (count: number, gateway: number) => count < (before[gateway] ?? 0) + times
    while (timesLogged(text).some(isMissing)) await pause()
  }

  it('return every acknowledged write to all readers while a replica restarts', async () => {
    let reads = 0
    const wrong: string[] = []
    const readOn = async (client: Client, path: string) => {
      let last: ClientResponse | undefined
      while (!over.signal.aborted) {
        const minimum = acknowledged
        const tag = last?.headers['etag']
        const known: Record<string, string> =
          typeof tag === 'string' ? { 'if-none-match': tag } : {}
        const response = await client.get(path, known)
        reads++
        const state: ClientResponse = response.status === 304 && last ? last : response
        if (state.status !== 200) wrong.push(`${state.status}`)
        else if (numberIn(state) < minimum) wrong.push(`${numberIn(state)} after ${minimum}`)
        // Every second reader sends no ETag.
        last = reads % 2 === 0 ? state : undefined
      }
    }
    const readers = clients.flatMap((client) =>
      PATHS.flatMap((path) => Array.from({ length: READERS }, () => readOn(client, path))),
    )
    for (let n = 1; n <= WRITES; n++) {
      await write()
      if (n % WRITES_PER_ROUND === 0) {
        // More than were pending when that was written.
        await untilLogged(
          '"sharedRequestId"',
          PATHS.length * READERS + 1,
          timesLogged('"sharedRequestId"'),
        )
      }
      if (n === WRITES / 3) await behind.killSecond()
      if (n === (2 * WRITES) / 3) {
        const before = timesLogged('marked healthy again')
        await behind.startSecond()
        await untilLogged('marked healthy again', 1, before)
      }
    }
    over.abort()
    await Promise.all(readers)
    expect(wrong).toEqual([])
  }, 120_000)

  it('share most responses and return the last write when nothing is written', async () => {
    const wrong: string[] = []
    let rounds = 0
    const read = async (client: Client, path: string, id: string) => {
      const response = await client.get(path, { 'x-request-id': id })
      if (response.status !== 200) wrong.push(`${response.status}`)
      else if (numberIn(response) !== acknowledged) wrong.push(`${numberIn(response)}`)
    }
    /** Returns the lower share of joined requests of both gateways. */
    const shareJoined = async () => {
      const prefix = `round-${++rounds}-of-reads-`
      let number = 0
      for (let time = 0; time < TIMES; time++) {
        const all = clients.flatMap((client) => PATHS.map((path) => [client, path] as const))
        const together = all.flatMap((one) => Array.from({ length: CONCURRENT }, () => one))
        await Promise.all(
          together.map(([client, path]) => read(client, path, `${prefix}${number++}`)),
        )
      }
      const own = `"requestId":"${prefix}`
      const count = TIMES * CONCURRENT * PATHS.length
      await untilLogged(own, count)
      const parts = gateways.map(({ output }) => {
        const lines = output('gateway').split('\n')
        const joined = lines.filter(
          (line) => line.includes(own) && line.includes('"sharedRequestId"'),
        )
        return joined.length / count
      })
      return Math.min(...parts)
    }
    /** Reads are forwarded until the replicas have processed the new version. */
    const untilMostShared = async () => {
      for (let left = MAX_ROUNDS; left > 0 && (await shareJoined()) <= 0.5; left--) await pause()
    }
    await write()
    await untilMostShared()
    // The gateways now have an older shared response.
    await write()
    await untilMostShared()
    expect(await shareJoined()).toBeGreaterThan(0.5)
    expect(wrong).toEqual([])
  }, 120_000)
})
