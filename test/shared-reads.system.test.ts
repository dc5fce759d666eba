import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createClient, type Answer, type Client } from './support/client.ts'
import { describeOnEachStore } from './support/describe-stores.ts'
import { startLandscape, type Landscape } from './support/landscape.ts'
import { pause } from './support/process.ts'
import { RESOLVE_REPLICAS } from './support/replica.ts'
import { startWithReplicas, type WithReplicas } from './support/replicas.ts'

const WRITES = 24
/** A write mostly ends sharing for a second: after so many the next one waits for answers that are shared. */
const AT_ONCE = 4
const READERS = 6
const PATHS = ['/api/banners', '/api/banners/all']
/** Reads of one path that are sent together, and how often. */
const TOGETHER = 40
const TIMES = 5
const MOST_ROUNDS = 30

/** Which of our writes is the latest in an answer; there are banners of others, too. */
function numberIn(answer: Answer): number {
  const { messages } = answer.json() as { messages: { message: string }[] }
  const numbers = messages.map(({ message }) => Number(/^fresh (\d+)$/.exec(message)?.[1] ?? 0))
  return Math.max(0, ...numbers)
}

describeOnEachStore(
  'two gateways that share the questions of their callers to two replicas',
  (open) => {
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

    /** How often each gateway has said that. */
    const timesSaid = (text: string) =>
      gateways.map(({ output }) => output('gateway').split(text).length - 1)
    /** Waits until each has said it so many times more than it had. */
    async function untilSaid(text: string, times: number, before: readonly number[] = []) {
      const isMissing = (said: number, gateway: number) => said < (before[gateway] ?? 0) + times
      while (timesSaid(text).some(isMissing)) await pause()
    }

    it('show every write that was acknowledged before a read, to all readers, while a replica dies and comes back', async () => {
      let reads = 0
      const wrong: string[] = []
      const readOn = async (client: Client, path: string) => {
        let last: Answer | undefined
        while (!over.signal.aborted) {
          const minimum = acknowledged
          const tag = last?.headers['etag']
          const known: Record<string, string> =
            typeof tag === 'string' ? { 'if-none-match': tag } : {}
          const answer = await client.get(path, known)
          reads++
          const state: Answer = answer.status === 304 && last ? last : answer
          if (state.status !== 200) wrong.push(`${state.status}`)
          else if (numberIn(state) < minimum) wrong.push(`${numberIn(state)} after ${minimum}`)
          // Every other reader always asks for the whole.
          last = reads % 2 === 0 ? state : undefined
        }
      }
      const readers = clients.flatMap((client) =>
        PATHS.flatMap((path) => Array.from({ length: READERS }, () => readOn(client, path))),
      )
      for (let n = 1; n <= WRITES; n++) {
        await write()
        if (n % AT_ONCE === 0) {
          // More than were under way when that was written.
          await untilSaid(
            '"sharedRequestId"',
            PATHS.length * READERS + 1,
            timesSaid('"sharedRequestId"'),
          )
        }
        if (n === WRITES / 3) await behind.killSecond()
        if (n === (2 * WRITES) / 3) {
          const before = timesSaid('marked healthy again')
          await behind.startSecond()
          await untilSaid('marked healthy again', 1, before)
        }
      }
      over.abort()
      await Promise.all(readers)
      expect(wrong).toEqual([])
    }, 120_000)

    it('share most answers once nothing is written any more, and show the last write in each', async () => {
      const wrong: string[] = []
      let rounds = 0
      const read = async (client: Client, path: string, id: string) => {
        const answer = await client.get(path, { 'x-request-id': id })
        if (answer.status !== 200) wrong.push(`${answer.status}`)
        else if (numberIn(answer) !== acknowledged) wrong.push(`${numberIn(answer)}`)
      }
      /** What part of the answers had joined the question of another, at the gateway where fewer had. */
      const partShared = async () => {
        const prefix = `round-${++rounds}-of-reads-`
        let number = 0
        for (let time = 0; time < TIMES; time++) {
          const all = clients.flatMap((client) => PATHS.map((path) => [client, path] as const))
          const together = all.flatMap((one) => Array.from({ length: TOGETHER }, () => one))
          await Promise.all(
            together.map(([client, path]) => read(client, path, `${prefix}${number++}`)),
          )
        }
        const own = `"requestId":"${prefix}`
        const count = TIMES * TOGETHER * PATHS.length
        await untilSaid(own, count)
        const parts = gateways.map(({ output }) => {
          const lines = output('gateway').split('\n')
          const joined = lines.filter(
            (line) => line.includes(own) && line.includes('"sharedRequestId"'),
          )
          return joined.length / count
        })
        return Math.min(...parts)
      }
      /** The replicas have to work on a version first: what is asked for meanwhile is passed on. */
      const untilMostShared = async () => {
        for (let left = MOST_ROUNDS; left > 0 && (await partShared()) <= 0.5; left--) await pause()
      }
      await write()
      await untilMostShared()
      // Now the gateways have an older answer, which many shared.
      await write()
      await untilMostShared()
      expect(await partShared()).toBeGreaterThan(0.5)
      expect(wrong).toEqual([])
    }, 120_000)
  },
)
