import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from '@jest/globals'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { harness, REVIEWER } from './harness.ts'
import { entry, item, radar } from './radar-data.ts'

const directory = mkdtempSync(join(tmpdir(), 'landscape-admin-review-'))
const stores = [createEmbeddedStore(directory), createEmbeddedStore(directory)]
afterAll(() => {
  for (const store of stores) store.close()
  rmSync(directory, { recursive: true })
})

const EDITS = 200
const numbers = Array.from({ length: EDITS }, (_, i) => i)

describe('two processes on one store', () => {
  it('lose none of hundreds of concurrent edits and record each author', async () => {
    const apps = stores.map((store) => harness(store))
    const [one] = apps
    const appFor = (i: number) => apps[i % 2]!
    await one!.seed('radar', radar(numbers.map((i) => entry(`e${i}`))))
    await one!.seed('projects', {
      projects: numbers.map((i) => ({ architecture: { languages: { main: [`old${i}`, 'Go'] } } })),
    })
    const reviewer = (i: number) => ({ ...REVIEWER, email: `reviewer${i % 7}@acme.example` })
    const responses = await Promise.all(
      numbers.flatMap((i) => [
        appFor(i).post('/admin/api/banners/update', { message: `b${i}`, pages: ['radar'] }),
        appFor(i).post(
          '/review/api/tech-radar/update',
          {
            entries: [
              entry(`e${i}`, { timeline: [item('first'), item(`by ${i}`)] }),
              entry(`n${i}`),
            ],
          },
          { as: reviewer(i) },
        ),
        appFor(i).post('/admin/api/normalise/technology', { from: `old${i}`, to: `new${i}` }),
      ]),
    )
    expect(responses.filter(({ status }) => status !== 200)).toEqual([])
    expect(responses.filter(({ body }) => body.updatedProjects === 1)).toHaveLength(EDITS)

    const { messages } = (await one!.stored('banners')) as { messages: { message: string }[] }
    expect(messages.map(({ message }) => message).sort()).toEqual(
      numbers.map((i) => `b${i}`).sort(),
    )

    const { entries } = (await one!.stored('radar')) as {
      entries: { id: string; timeline: unknown }[]
    }
    const timelines = new Map(entries.map(({ id, timeline }) => [id, timeline]))
    expect(entries).toHaveLength(2 * EDITS)
    for (const i of numbers) {
      const author = reviewer(i).email
      expect(timelines.get(`e${i}`)).toEqual([item('first'), item(`by ${i}`, { author })])
      expect(timelines.get(`n${i}`)).toEqual([item('first', { author })])
    }

    const { projects } = (await one!.stored('projects')) as { projects: unknown[] }
    expect(projects).toEqual(
      numbers.map((i) => ({ architecture: { languages: { main: [`new${i}`, 'Go'] } } })),
    )
  })
})
