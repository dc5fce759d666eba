import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { ServiceName } from '../tools/start/plan.ts'
import { createClient, type ClientResponse, type Client } from './support/client.ts'
import { startLandscape, type Landscape } from './support/landscape.ts'

const SERVICES: ServiceName[] = ['projects', 'data', 'admin-review', 'assistant']
const PATHS = [
  '/api/v1/projects',
  '/api/tech-radar/json',
  '/api/json',
  '/admin/api/array-data',
  '/assistant/api/org/historic',
]
const READERS_PER_PATH = 3

let landscape: Landscape
let client: Client
beforeAll(async () => {
  // Requests wait longer than by default: services start slowly on a loaded machine.
  landscape = await startLandscape({ env: { UPSTREAM_RESTART_SECONDS: '25' } })
  client = createClient(landscape.url)
})
afterAll(async () => {
  client?.close()
  await landscape?.stop()
})

/** Sends requests sequentially until the signal aborts. */
async function keepSending(
  send: (n: number) => Promise<ClientResponse>,
  log: string[],
  over: AbortSignal,
) {
  for (let n = 0; !over.aborted; n++) {
    const outcome = await send(n).then(
      ({ status, text }) => (status === 200 ? 'ok' : `${status} ${text}`),
      (error: Error) => error.message,
    )
    log.push(outcome)
  }
}

describe('a rolling restart of every service under constant traffic', () => {
  it('loses no request and stores each write once', async () => {
    const over = new AbortController()
    const outcomes: string[] = []
    const traffic = PATHS.flatMap((path) =>
      Array.from({ length: READERS_PER_PATH }, () =>
        keepSending(() => client.get(path), outcomes, over.signal),
      ),
    )
    let written = 0
    traffic.push(
      keepSending(
        (n) => {
          written = n + 1
          const banner = { message: `banner ${n}.`, pages: ['radar'] }
          return client.post('/admin/api/banners/update', { banner })
        },
        outcomes,
        over.signal,
      ),
    )

    const exits: Record<string, number | null> = {}
    const answered: Record<string, boolean> = {}
    for (const service of SERVICES) {
      const before = outcomes.length
      exits[service] = await landscape.terminate(service)
      await landscape.start(service)
      // The new process serves traffic before the next one is stopped.
      await client.get('/api/health')
      answered[service] = outcomes.length > before
    }
    over.abort()
    await Promise.all(traffic)

    expect(outcomes.filter((outcome) => outcome !== 'ok')).toEqual([])
    expect(exits).toEqual({ projects: 0, data: 0, 'admin-review': 0, assistant: 0 })
    expect(Object.values(answered)).not.toContain(false)
    const { messages } = (await client.get('/api/banners')).json() as {
      messages: { message: string }[]
    }
    const stored = messages.map(({ message }) => message).filter((one) => /^banner \d/.test(one))
    expect(stored).toEqual(Array.from({ length: written }, (_, n) => `banner ${n}.`))
  }, 120_000)
})
