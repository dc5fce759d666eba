import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { ClientResponse, Client } from './support/client.ts'
import { describeOnEachStore } from './support/describe-stores.ts'
import { startPair, type LandscapePair } from './support/landscape-pair.ts'

const WRITES = 40
const READERS = 8
const REGISTRY = '/api/v1/projects'

/** A document with its n-th edit and the paths that return it. */
interface Document {
  write: (client: Client, n: number) => Promise<ClientResponse>
  /** Paths with functions that return the number of the last edit in a response (0 for none). */
  reads: Record<string, (response: ClientResponse) => number>
}

const highest = (names: readonly (string | undefined)[]) =>
  Math.max(0, ...names.map((name) => Number(/^fresh (\d+)$/.exec(name ?? '')?.[1] ?? 0)))

const inBanners = (response: ClientResponse) =>
  highest(
    (response.json() as { messages: { message: string }[] }).messages.map((one) => one.message),
  )
const inRadar = (response: ClientResponse) => {
  const { entries } = response.json() as {
    entries: { id: string; timeline: { description: string }[] }[]
  }
  const entry = entries.find(({ id }) => id === 'fresh')
  return highest(entry?.timeline.map(({ description }) => description) ?? [])
}

const DOCUMENTS: Record<string, Document> = {
  banners: {
    write: (client, n) =>
      client.post('/admin/api/banners/update', { message: `fresh ${n}`, pages: ['radar'] }),
    reads: {
      '/admin/api/banners': inBanners,
      '/api/banners/all': inBanners,
      '/api/banners': inBanners,
    },
  },
  registry: {
    write: (client, n) =>
      n === 1
        ? client.post(REGISTRY, { ...project('fresh 1'), developed: ['fresh 1'] })
        : client.put(`${REGISTRY}/${encodeURIComponent(`fresh ${n - 1}`)}`, project(`fresh ${n}`)),
    reads: {
      '/api/csv': (response) =>
        highest((response.json() as { Project: string }[]).map(({ Project }) => Project)),
      [REGISTRY]: (response) =>
        highest(
          (response.json() as { details: { name: string }[] }[]).map(
            ({ details }) => details[0]?.name,
          ),
        ),
    },
  },
  radar: {
    write: (client, n) =>
      client.post('/review/api/tech-radar/update', {
        entries: [
          {
            id: 'fresh',
            title: 'Fresh',
            quadrant: '1',
            timeline: [{ moved: 0, ringId: 'adopt', date: '2026', description: `fresh ${n}` }],
          },
        ],
      }),
    reads: { '/api/tech-radar/json': inRadar, '/admin/api/tech-radar': inRadar },
  },
  lists: {
    write: (client, n) =>
      client.post('/admin/api/array-data/update', {
        category: 'languages',
        items: [`fresh ${n}`],
      }),
    reads: {
      '/admin/api/array-data': (response) =>
        highest((response.json() as { languages: string[] }).languages),
    },
  },
}

describeOnEachStore('reads after an acknowledged write', (open) => {
  let pair: LandscapePair
  beforeAll(async () => {
    pair = await startPair(open)
  }, 60_000)
  afterAll(async () => pair?.close())

  describe.each(Object.entries(DOCUMENTS))('%s', (_name, { write, reads }) => {
    it('return the new state from every service and replica to concurrent readers', async () => {
      const { clients } = pair
      let acknowledged = 0
      const over = new AbortController()
      let checked = 0
      const stale: string[] = []

      /** Reads once, with the ETag of the last response if there is one. */
      const read = async (
        client: Client,
        path: string,
        last?: ClientResponse,
      ): Promise<ClientResponse> => {
        const minimum = acknowledged
        const tag = last?.headers['etag']
        const response = await client.get(
          path,
          typeof tag === 'string' ? { 'if-none-match': tag } : {},
        )
        const state = response.status === 304 && last ? last : response
        if (state.status !== 200) stale.push(`${path}: ${response.status}`)
        else if (reads[path]!(state) < minimum) {
          stale.push(`${path}: ${reads[path]!(state)} after ${minimum} (${response.status})`)
        }
        checked++
        return state
      }
      const readOn = async (client: Client, path: string, isConditional: boolean) => {
        let last: ClientResponse | undefined
        while (!over.signal.aborted) {
          const response = await read(client, path, last)
          if (isConditional) last = response
        }
      }

      const paths = Object.keys(reads)
      // The registry returns 404 to a caller without projects.
      await write(clients[0], 1)
      acknowledged = 1
      const readers = Array.from({ length: READERS }, (_, i) =>
        readOn(clients[i % 2]!, paths[i % paths.length]!, i % 4 < 2),
      )
      for (let n = 2; n <= WRITES; n++) {
        const response = await write(clients[n % 2]!, n)
        expect([200, 201]).toContain(response.status)
        acknowledged = n
        // Through the writing and the other gateway.
        await Promise.all(clients.flatMap((client) => paths.map((path) => read(client, path))))
      }
      over.abort()
      await Promise.all(readers)
      expect(stale).toEqual([])
      expect(checked).toBeGreaterThan(WRITES * 2 * paths.length)
    }, 60_000)
  })
})

function project(name: string) {
  return { user: [{ email: '' }], details: [{ name }] }
}
