import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createClient, type Answer, type Client } from './support/client.ts'
import { startLandscape, type Landscape } from './support/landscape.ts'
import { KNOW_REPLICAS } from './support/replica.ts'
import { startWithReplicas, type WithReplicas } from './support/replicas.ts'

const WRITES = 24
/** A write mostly ends sharing for a second: more of them, until each gateway has shared an answer. */
const MOST_WRITES = 20 * WRITES
const READERS = 6
const PATHS = ['/api/banners', '/api/banners/all']
const numberIn = (answer: Answer) =>
  Math.max(
    0,
    ...(answer.json() as { messages: { message: string }[] }).messages.map(({ message }) =>
      Number(message.replace('fresh ', '')),
    ),
  )

describe('two gateways that share the questions of their callers to two replicas', () => {
  let behind: WithReplicas
  let second: Landscape
  let clients: Client[] = []
  beforeAll(async () => {
    behind = await startWithReplicas()
    second = await startLandscape({
      services: ['gateway', 'admin-review'],
      documents: false,
      env: {
        ...behind.data.env,
        ...KNOW_REPLICAS,
        DATA_URL: `http://data.replicas:${behind.dataPort}`,
        INTERNAL_TOKEN_SECRET: behind.internalTokenSecret,
      },
    })
    clients = [behind, second].map(({ url }) => createClient(url))
  }, 60_000)
  afterAll(async () => {
    for (const client of clients) client.close()
    await second?.stop()
    await behind?.stop()
  })

  it('show every write that was acknowledged before a read, to all readers, also while a replica dies', async () => {
    let acknowledged = 0
    let reads = 0
    const over = new AbortController()
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
    const haveShared = () =>
      [behind, second].every(({ output }) => output('gateway').includes('"askedAs"'))
    for (let n = 1; n <= WRITES || (!haveShared() && n <= MOST_WRITES); n++) {
      const { status } = await clients[1]!.post('/admin/api/banners/update', {
        message: `fresh ${n}`,
        pages: ['radar'],
      })
      expect(status).toBe(200)
      acknowledged = n
      if (n === WRITES / 2) await behind.killSecond()
    }
    over.abort()
    await Promise.all(readers)
    expect(wrong).toEqual([])
    expect(reads).toBeGreaterThan(WRITES)
    expect(haveShared()).toBe(true)
  }, 120_000)
})
