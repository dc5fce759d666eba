import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { clientOf } from './support/client-of.ts'
import { startProduction, type Production } from './support/production.ts'
import { openEmbedded, type TestStore } from './support/stores.ts'

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

beforeAll(async () => {
  data = await openEmbedded()
  // Two gateways, each with its own services, on one store.
  replicas = await Promise.all(
    [1, 2].map(() =>
      startProduction({
        env: data.env,
        documents: false,
        services: ['gateway', 'data', 'admin-review'],
      }),
    ),
  )
  await as(0, 'admin').updateRadar({ body: RADAR })
}, 60_000)
afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.stop()))
  await data?.close()
})

/** Returns the client of a reviewer, alternating between the gateways. */
const as = (reviewer: number, group = 'reviewer') =>
  clientOf(replicas[reviewer % 2]!, {
    email: `${NAMES[reviewer]}@acme.example`,
    groups: [group],
  })

/** Opens the review page: it reads the complete radar and posts all of it. */
async function openPage(reviewer: number) {
  const { data, response } = await as(reviewer).getRadar()
  const { entries } = data
  return {
    etag: String(response.headers.get('etag')),
    move(id: string, description: string) {
      const moved = { ...position(description), author: null }
      entries.find((entry) => entry.id === id)!.timeline.push(moved)
    },
    save: (more: { basedOn?: string } = {}) =>
      as(reviewer).reviewRadar({ body: { entries, ...more } }),
  }
}

async function descriptions(): Promise<Record<string, string[]>> {
  const { data } = await as(1).getRadar()
  return Object.fromEntries(
    data.entries.map(({ id, timeline }) => [id, timeline.map(({ description }) => description)]),
  )
}

const everyone = [...NAMES.keys()]

describe('six reviewers behind two gateways who save the complete radar', () => {
  it.each([
    ['one after the other', false],
    ['at once', true],
  ])('keep the edits of all reviewers: %s', async (how, isAtOnce) => {
    const pages = await Promise.all(everyone.map(openPage))
    pages.forEach((page, i) => page.move(NAMES[i]!, how))
    const saved = []
    if (isAtOnce) saved.push(...(await Promise.all(pages.map((page) => page.save()))))
    else for (const page of pages) saved.push(await page.save())
    expect(saved.map(({ response }) => response.status)).toEqual(everyone.map(() => 200))
    const last = Object.values(await descriptions()).map((texts) => texts.at(-1))
    expect(last).toEqual(everyone.map(() => how))
  })

  it('receive the kept changes of others when they send the ETag', async () => {
    const [first, second] = [await openPage(0), await openPage(1)]
    expect(first.etag).toMatch(/^W\//)
    first.move('ada', 'first')
    second.move('bo', 'second')
    expect((await first.save({ basedOn: first.etag })).data).not.toHaveProperty('kept')
    expect((await second.save({ basedOn: second.etag })).data).toMatchObject({ kept: ['ada'] })
    const now = await descriptions()
    expect([now['ada']?.at(-1), now['bo']?.at(-1)]).toEqual(['first', 'second'])
  })

  it('receive both values when they moved the same entry', async () => {
    const [first, second] = [await openPage(0), await openPage(1)]
    first.move('cy', 'by the first')
    second.move('cy', 'by the second')
    await first.save()
    const before = await descriptions()
    const side = (description: string) => ({
      timeline: expect.arrayContaining([expect.objectContaining({ description })]),
    })
    await expect(second.save()).rejects.toMatchObject({
      status: 409,
      problem: { conflicts: [{ yours: side('by the second'), theirs: side('by the first') }] },
    })
    expect(await descriptions()).toEqual(before)
  })
})
