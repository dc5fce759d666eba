import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Client, ClientResponse } from './support/client.ts'
import { describeOnEachStore } from './support/describe-stores.ts'
import { stored } from './support/documents.ts'
import { startPair, type LandscapePair } from './support/landscape-pair.ts'

const EDITS = 1_000
const REGISTRY = '/api/v1/projects'
const numbers = Array.from({ length: EDITS }, (_, i) => i)

describeOnEachStore('1,000 edits of one document at once', (open) => {
  let pair: LandscapePair
  beforeAll(async () => {
    pair = await startPair(open, EDITS)
  }, 60_000)
  afterAll(async () => pair?.close())

  /** Sends edits concurrently and resolves with the responses and the number of puts. */
  async function atOnce(key: string, edit: (i: number) => Promise<ClientResponse>) {
    const before = pair.data.puts(key)
    const responses = await Promise.all(numbers.map((i) => repeated(() => edit(i))))
    return { statuses: tally(responses), puts: pair.data.puts(key) - before, responses }
  }

  it.each([1, 2])('stores every banner added through %i process(es)', async (processes) => {
    const name = (i: number) => `through ${processes}: ${i}`
    const { statuses, puts } = await atOnce('messages.json', (i) =>
      pair.clients[i % processes]!.post('/admin/api/banners/update', {
        banner: { message: name(i), pages: ['radar'] },
      }),
    )
    expect(statuses).toEqual({ 200: EDITS })
    const { messages } = await stored(pair.data.store, 'banners')
    const added = messages
      .map(({ message }) => message)
      .filter((m) => m.startsWith(name(0).slice(0, -1)))
    expect(added.sort()).toEqual(numbers.map(name).sort())
    expect(puts).toBeLessThan(EDITS)
    const idsSeenBy = async (client: Client) => {
      const read = (await client.get('/admin/api/banners')).json() as { messages: { id: string }[] }
      return read.messages.map(({ id }) => id)
    }
    const ids = messages.map(({ id }) => id)
    expect(new Set(ids).size).toBe(messages.length)
    for (const client of pair.clients) expect(await idsSeenBy(client)).toEqual(ids)
  })

  it.each([1, 2])(
    'stores every project registered or changed through %i process(es)',
    async (processes) => {
      const name = (i: number) => `Project ${processes}/${i % (EDITS / 2)}`
      const through = (i: number) => pair.clients[i % processes]!
      const isFirst = (i: number) => i < EDITS / 2
      const { statuses: created, puts: first } = await atOnce('new_project_data.json', (i) =>
        isFirst(i)
          ? through(i).post(REGISTRY, project(name(i)))
          : through(i).post('/admin/api/normalise/technology', { from: 'Zig', to: `Zig ${i}` }),
      )
      expect(created).toEqual({ 200: EDITS / 2, 201: EDITS / 2 })
      const { statuses: changed, puts: second } = await atOnce('new_project_data.json', (i) =>
        isFirst(i)
          ? through(i).put(`${REGISTRY}/${encodeURIComponent(name(i))}`, {
              ...project(name(i)),
              stage: `changed ${i}`,
            })
          : through(i).post(REGISTRY, project(`More of ${name(i)}`)),
      )
      expect(changed).toEqual({ 200: EDITS / 2, 201: EDITS / 2 })

      const { projects } = await stored(pair.data.store, 'projects')
      const mine = projects.filter((one) => one.details[0]?.name.includes(` ${processes}/`))
      const stages = new Map(mine.map((one) => [one.details[0]?.name, one.stage]))
      expect(mine).toHaveLength(EDITS)
      expect(stages.size).toBe(EDITS)
      for (const i of numbers.slice(0, EDITS / 2)) {
        expect(stages.get(name(i))).toBe(`changed ${i}`)
        expect(stages.get(`More of ${name(i)}`)).toBe('Development')
      }
      // Edits of a slow machine arrive one by one: how many share a put depends on the load.
      expect(Math.max(first, second)).toBeLessThan(EDITS)
    },
  )

  it('registers a name once for 1,000 concurrent requests through two processes', async () => {
    const { statuses, puts } = await atOnce('new_project_data.json', (i) =>
      pair.clients[i % 2]!.post(REGISTRY, project('Contested')),
    )
    expect(statuses).toEqual({ 201: 1, 409: EDITS - 1 })
    const { projects } = await stored(pair.data.store, 'projects')
    expect(projects.filter(({ details }) => details[0]?.name === 'Contested')).toHaveLength(1)
    expect(puts).toBeLessThan(EDITS)
  })
})

/** Repeats an edit that its service gave up because the other process stored all the time: nothing of it is stored. */
async function repeated(edit: () => Promise<ClientResponse>): Promise<ClientResponse> {
  for (let attempts = 1; ; attempts++) {
    const response = await edit()
    const isGivenUp = response.status === 503 && /changing too often/.test(response.text)
    if (!isGivenUp || attempts === 10) return response
  }
}

function project(name: string) {
  return { user: [{ email: '' }], details: [{ name }], stage: 'Development' }
}

function tally(responses: readonly ClientResponse[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
