import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { withBannerIds } from '@landscape/contracts/banners'
import { createRandom } from '@landscape/dev/random'
import type { ServiceName } from '../tools/start/plan.ts'
import { createClient, type ClientResponse, type Client } from './support/client.ts'
import { describeOnEachStore } from './support/describe-stores.ts'
import { stored } from './support/documents.ts'
import { startLandscape, type Landscape } from './support/landscape.ts'
import { type TestStore } from './support/stores.ts'

const WRITERS = 12
const LATEST_KILL_MS = 700
const ROUNDS = { embedded: 20, s3: 4 } as Record<string, number>
const REGISTRY = '/api/v1/projects'

/** A unique edit with functions that send it and count it in the documents. */
interface Edit {
  send: (client: Client) => Promise<ClientResponse>
  count: (documents: Documents) => number
}
type Documents = Awaited<ReturnType<typeof readAll>>

const KINDS: ((name: string) => Edit)[] = [
  (message) => ({
    send: (client) =>
      client.post('/admin/api/banners/update', { banner: { message, pages: ['radar'] } }),
    count: ({ banners }) => banners.filter((one) => one === message).length,
  }),
  (name) => ({
    send: (client) => client.post(REGISTRY, { user: [{ email: '' }], details: [{ name }] }),
    count: ({ projects }) => projects.filter((one) => one === name).length,
  }),
  (id) => ({
    send: (client) =>
      client.post('/review/api/tech-radar/update', {
        entries: [
          {
            id,
            title: id,
            quadrant: '1',
            timeline: [{ moved: 0, ringId: 'adopt', date: '2026-01-01', description: id }],
          },
        ],
      }),
    count: ({ entries }) => entries.filter((one) => one === id).length,
  }),
]

describeOnEachStore('kill -9 of all services during writes', (open) => {
  let data: TestStore
  let landscape: Landscape
  let client: Client
  beforeAll(async () => {
    data = await open()
    landscape = await startLandscape({ env: data.env, documents: false })
    client = createClient(landscape.url)
  }, 60_000)
  afterAll(async () => {
    client?.close()
    await landscape?.stop()
    await data?.close()
  })

  it('keeps every acknowledged edit exactly once, and every document readable', async () => {
    // A new seed each time; the message of a failure contains it.
    const seed = String(Date.now())
    const random = createRandom(seed)
    const before = await readAll(data)
    const acknowledged: Edit[] = []
    const unknown: Edit[] = []
    const problems: string[] = []

    const write = async (writer: string, isOver: () => boolean) => {
      for (let n = 0; !isOver(); n++) {
        const kind = KINDS[n % KINDS.length]!
        const edit = kind(`crash ${writer} ${n}`)
        const status = await edit.send(client).then(
          (response) => response.status,
          () => 0,
        )
        if (status === 200 || status === 201) acknowledged.push(edit)
        else unknown.push(edit)
        if (status !== 0 && status < 500 && status !== 200 && status !== 201) {
          problems.push(`${writer} ${n}: ${status}`)
        }
      }
    }
    const check = (documents: Documents) => {
      for (const edit of acknowledged) {
        const times = edit.count(documents)
        if (times !== 1) problems.push(`an acknowledged edit is stored ${times} times`)
      }
      for (const edit of unknown) {
        const times = edit.count(documents)
        if (times > 1) problems.push(`an edit without a response is stored ${times} times`)
      }
    }

    const rounds = ROUNDS[data.store.kind] ?? 0
    const perRound: number[] = []
    for (let round = 0; round < rounds; round++) {
      const done = acknowledged.length
      let over = false
      const writers = Array.from({ length: WRITERS }, (_, i) => write(`${round}/${i}`, () => over))
      // Every second round waits for a stored edit, so that slow machines make progress.
      if (round % 2 === 1) while (acknowledged.length === done) await sleep(5)
      await sleep(random.next() * LATEST_KILL_MS)
      const names = Object.keys(landscape.pids()) as ServiceName[]
      expect(names).toHaveLength(5)
      await Promise.all(names.map(landscape.kill))
      over = true
      await Promise.all(writers)
      perRound.push(acknowledged.length - done)
      check(await readAll(data))
      await Promise.all(names.map((name) => landscape.start(name)))
    }
    expect({ seed, problems }).toEqual({ seed, problems: [] })
    // At least 50 % of the rounds must interrupt edits.
    expect(perRound.filter((edits) => edits > 0).length).toBeGreaterThanOrEqual(rounds / 2)
    expect(unknown.length).toBeGreaterThan(rounds)

    const after = await readAll(data)
    for (const name of ['banners', 'projects'] as const) {
      expect(after[name].slice(0, before[name].length)).toEqual(before[name])
    }
    expect(after.entries).toEqual(expect.arrayContaining(before.entries))
    for (const path of [
      '/api/csv',
      '/api/json',
      '/api/tech-radar/json',
      '/api/banners/all',
      '/api/directorates/json',
      '/admin/api/array-data',
      REGISTRY,
      '/assistant/api/org/historic',
    ]) {
      expect({ path, status: (await client.get(path)).status }).toEqual({ path, status: 200 })
    }
    const { messages } = (await client.get('/api/banners/all')).json() as { messages: unknown }
    expect(messages).toEqual(withBannerIds((await stored(data.store, 'banners')).messages))
  }, 900_000)
})

async function readAll({ store }: TestStore) {
  const [banners, projects, radar] = await Promise.all([
    stored(store, 'banners'),
    stored(store, 'projects'),
    stored(store, 'radar'),
  ])
  return {
    banners: banners.messages.map(({ message }) => message),
    projects: projects.projects.map(({ details }) => details[0]?.name),
    entries: radar.entries.map(({ id }) => id),
  }
}
