import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createClient, type Answer, type Client } from './support/client.ts'
import { describeOnEachStore } from './support/describe-stores.ts'
import { stored } from './support/documents.ts'
import { startLandscape, type Landscape } from './support/landscape.ts'
import { type TestStore } from './support/stores.ts'

const EDITS = 1_000
/** A commit takes what it can apply in a tenth of a second: the slower the machine, the more there are. */
const MAX_PUTS = EDITS / 4
const REGISTRY = '/api/v1/projects'
const numbers = Array.from({ length: EDITS }, (_, i) => i)

describeOnEachStore('1,000 edits of one document at once', (open) => {
  let data: TestStore
  let landscapes: Landscape[] = []
  let clients: Client[] = []

  beforeAll(async () => {
    data = await open()
    // Two gateways with services of their own: two processes that write the same documents.
    landscapes = await Promise.all(
      [1, 2].map(() =>
        startLandscape({
          env: data.env,
          documents: false,
          services: ['gateway', 'projects', 'data', 'admin-review'],
        }),
      ),
    )
    clients = landscapes.map(({ url }) => createClient(url, { connections: EDITS }))
  }, 60_000)
  afterAll(async () => {
    for (const client of clients) client.close()
    await Promise.all(landscapes.map((landscape) => landscape.stop()))
    await data?.close()
  })

  /** Does the edits at once and resolves with the answers and the puts that they cost. */
  async function atOnce(key: string, edit: (i: number) => Promise<Answer>) {
    const before = data.puts(key)
    const answers = await Promise.all(numbers.map(edit))
    return { statuses: tally(answers), puts: data.puts(key) - before, answers }
  }

  it.each([1, 2])('loses no banner that is added through %i process(es)', async (processes) => {
    const name = (i: number) => `through ${processes}: ${i}`
    const { statuses, puts } = await atOnce('messages.json', (i) =>
      clients[i % processes]!.post('/admin/api/banners/update', {
        banner: { message: name(i), pages: ['radar'] },
      }),
    )
    expect(statuses).toEqual({ 200: EDITS })
    const { messages } = await stored(data.store, 'banners')
    const added = messages
      .map(({ message }) => message)
      .filter((m) => m.startsWith(name(0).slice(0, -1)))
    expect(added.sort()).toEqual(numbers.map(name).sort())
    expect(puts).toBeLessThanOrEqual(MAX_PUTS)
  })

  it.each([1, 2])(
    'loses no project that is registered or changed through %i process(es)',
    async (processes) => {
      const name = (i: number) => `Project ${processes}/${i % (EDITS / 2)}`
      const through = (i: number) => clients[i % processes]!
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

      const { projects } = await stored(data.store, 'projects')
      const mine = projects.filter((one) => one.details[0]?.name.includes(` ${processes}/`))
      const stages = new Map(mine.map((one) => [one.details[0]?.name, one.stage]))
      expect(mine).toHaveLength(EDITS)
      expect(stages.size).toBe(EDITS)
      for (const i of numbers.slice(0, EDITS / 2)) {
        expect(stages.get(name(i))).toBe(`changed ${i}`)
        expect(stages.get(`More of ${name(i)}`)).toBe('Development')
      }
      expect(Math.max(first, second)).toBeLessThanOrEqual(MAX_PUTS)
    },
  )

  it('registers a name once when 1,000 requests race for it through two processes', async () => {
    const { statuses, puts } = await atOnce('new_project_data.json', (i) =>
      clients[i % 2]!.post(REGISTRY, project('Contested')),
    )
    expect(statuses).toEqual({ 201: 1, 409: EDITS - 1 })
    const { projects } = await stored(data.store, 'projects')
    expect(projects.filter(({ details }) => details[0]?.name === 'Contested')).toHaveLength(1)
    expect(puts).toBeLessThanOrEqual(MAX_PUTS)
  })
})

function project(name: string) {
  return { user: [{ email: '' }], details: [{ name }], stage: 'Development' }
}

function tally(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
