import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createClient, type Client } from './support/client.ts'
import { startProduction, type Production } from './support/production.ts'
import { openEmbedded, type TestStore } from './support/stores.ts'

interface Position {
  date: string
  description: string
  author?: string | null
}
interface Entry {
  id: string
  timeline: Position[]
}

const NAMES = ['ada', 'bo', 'cy', 'di', 'ed', 'flo']
const position = (description: string) => ({
  moved: 0,
  ringId: 'adopt',
  date: '2026-01-10',
  description,
})
const RADAR = {
  title: 'Acme Radar',
  quadrants: [{ id: '1', name: 'Languages' }],
  rings: [{ id: 'adopt', name: 'ADOPT' }],
  entries: NAMES.map((id) => ({ id, title: id, quadrant: '1', timeline: [position('New')] })),
}

let data: TestStore
let replicas: Production[] = []
let clients: Client[] = []

beforeAll(async () => {
  data = await openEmbedded()
  // Two gateways with services of their own on one store.
  replicas = await Promise.all(
    [1, 2].map(() =>
      startProduction({
        env: data.env,
        documents: false,
        services: ['gateway', 'data', 'admin-review'],
      }),
    ),
  )
  clients = replicas.map(({ url }) => createClient(url))
  const created = await clients[0]!.post(
    '/admin/api/tech-radar/update',
    { ...RADAR, confirmRemoval: true },
    as(0, 'admin'),
  )
  expect(created.status).toBe(200)
}, 60_000)
afterAll(async () => {
  for (const client of clients) client.close()
  await Promise.all(replicas.map((replica) => replica.stop()))
  await data?.close()
})

const as = (reviewer: number, group = 'reviewer') => ({
  authorization: replicas[reviewer % 2]!.issuer.idToken({
    email: `${NAMES[reviewer]}@acme.example`,
    groups: [group],
  }),
})

/** A browser with the review page: it reads what everybody reads, and posts all of it. */
async function openPage(reviewer: number) {
  const client = clients[reviewer % 2]!
  const read = await client.get('/api/tech-radar/json', as(reviewer))
  expect(read.status).toBe(200)
  const { entries } = read.json() as { entries: Entry[] }
  return {
    etag: read.headers['etag'],
    move(id: string, description: string) {
      const moved = { ...position(description), author: null }
      entries.find((entry) => entry.id === id)!.timeline.push(moved)
    },
    save: (more = {}) =>
      client.post('/review/api/tech-radar/update', { entries, ...more }, as(reviewer)),
  }
}

async function descriptions(): Promise<Record<string, string[]>> {
  const radar = (await clients[1]!.get('/api/tech-radar/json', as(1))).json() as typeof RADAR
  return Object.fromEntries(
    radar.entries.map(({ id, timeline }) => [id, timeline.map(({ description: text }) => text)]),
  )
}

const everyone = [...NAMES.keys()]

describe('six reviewers behind two gateways who read the radar and save all of it', () => {
  it.each([
    ['one after the other', false],
    ['at once', true],
  ])('keep what all did: %s', async (how, isAtOnce) => {
    const pages = await Promise.all(everyone.map(openPage))
    pages.forEach((page, i) => page.move(NAMES[i]!, how))
    const saved = []
    if (isAtOnce) saved.push(...(await Promise.all(pages.map((page) => page.save()))))
    else for (const page of pages) saved.push(await page.save())
    expect(saved.map(({ status }) => status)).toEqual(everyone.map(() => 200))
    const last = Object.values(await descriptions()).map((texts) => texts.at(-1))
    expect(last).toEqual(everyone.map(() => how))
  })

  it('learn what was kept from others, by the tag of what they read', async () => {
    const [first, second] = [await openPage(0), await openPage(1)]
    expect(first.etag).toMatch(/^W\//)
    first.move('ada', 'first')
    second.move('bo', 'second')
    expect((await first.save({ basedOn: first.etag })).json()).not.toHaveProperty('kept')
    expect((await second.save({ basedOn: second.etag })).json()).toMatchObject({ kept: ['ada'] })
    const now = await descriptions()
    expect([now['ada']?.at(-1), now['bo']?.at(-1)]).toEqual(['first', 'second'])
  })

  it('are shown both sides when they moved the same entry', async () => {
    const [first, second] = [await openPage(0), await openPage(1)]
    first.move('cy', 'by the first')
    second.move('cy', 'by the second')
    expect((await first.save()).status).toBe(200)
    const before = await descriptions()
    const refused = await second.save()
    expect(refused.status).toBe(409)
    const { conflicts } = refused.json() as { conflicts: { yours: Entry; theirs: Entry }[] }
    expect(conflicts.map(({ yours }) => yours.timeline.at(-1)?.description)).toEqual([
      'by the second',
    ])
    expect(conflicts.map(({ theirs }) => theirs.timeline.at(-1)?.description)).toEqual([
      'by the first',
    ])
    expect(await descriptions()).toEqual(before)
  })
})
