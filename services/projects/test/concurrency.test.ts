import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from '@jest/globals'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import request from 'supertest'
import { LIMITS } from '../src/registry/assert-fits.ts'
import { KIM, LEE, stored } from '../src/registry/project.fixture.ts'
import { as, at, project, PROJECTS, projectService } from './project-service.ts'

const directory = mkdtempSync(join(tmpdir(), 'projects-'))
const closing: (() => void)[] = [() => rmSync(directory, { recursive: true, force: true })]
afterAll(() => {
  for (const close of closing.toReversed()) close()
})

/** A replica of the service with a separate store handle. */
async function replica(name: string, records?: readonly unknown[]) {
  const store = createEmbeddedStore(join(directory, name))
  const service = await projectService({ store, ...(records && { stored: records }) })
  const server = createServer(service.app)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  closing.push(
    () => store.close(),
    () => {
      server.closeAllConnections()
      server.close()
    },
  )
  return { ...service, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const kim = await as('kim')
const lee = await as('lee')
const named = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => `Project ${from + i}`)

describe('two replicas on one store', () => {
  it('store several hundred concurrent creations and updates', async () => {
    const old = named(0, 150)
    const both = [
      await replica(
        'two',
        old.map((name) => stored(name, KIM.email)),
      ),
      await replica('two'),
    ]
    const at2 = (i: number) => both[i % 2]!.url
    const fresh = named(1_000, 150)
    const responses = await Promise.all([
      ...old.map((name, i) =>
        request(at2(i))
          .put(at(name))
          .set(kim)
          .send(project(name, { stage: `edited ${i}` })),
      ),
      ...fresh.map((name, i) => request(at2(i)).post(PROJECTS).set(lee).send(project(name))),
    ])
    expect(responses.map(({ status }) => status)).toEqual([
      ...old.map(() => 200),
      ...fresh.map(() => 201),
    ])
    const records = await both[0]!.records()
    const owner = KIM.email
    expect(records.slice(0, old.length)).toEqual(
      old.map((name, i) => project(name, { stage: `edited ${i}`, owner })),
    )
    expect(new Set(records.slice(old.length).map((record) => JSON.stringify(record)))).toEqual(
      new Set(fresh.map((name) => JSON.stringify(project(name, { owner: LEE.email })))),
    )
    expect(records).toHaveLength(old.length + fresh.length)
  })

  it('accept exactly one of many equal creations', async () => {
    const both = [await replica('one'), await replica('one')]
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        request(both[i % 2]!.url)
          .post(PROJECTS)
          .set(kim)
          .send(project('Tide', { stage: `${i}` })),
      ),
    )
    const statuses = responses.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(39)
    const [record] = await both[0]!.records()
    expect(record).toMatchObject({ stage: String(statuses.indexOf(201)) })
  })

  it('accept exactly one of many edits of one version, and keep opaque elements', async () => {
    const opaque = [null, 'text', ['list']]
    const before = [...opaque, { ...stored('Tide', KIM.email), unknown: { kept: true } }]
    const both = [await replica('tagged', before), await replica('tagged')]
    const { etag } = (await request(both[0]!.url).get(at('Tide')).set(kim)).headers
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, i) => {
        const edit = request(both[i % 2]!.url)
          .put(at('Tide'))
          .set(kim)
          .set('if-match', etag!)
        return edit.send(project('Tide', { stage: `${i}` }))
      }),
    )
    const statuses = responses.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 412)).toHaveLength(39)
    const stage = String(statuses.indexOf(200))
    expect(await both[1]!.records()).toEqual([
      ...opaque,
      { ...project('Tide', { stage }), unknown: { kept: true }, owner: KIM.email },
    ])
  })

  it('enforce the quota exactly in concurrent creations', async () => {
    const room = 3
    const before = [KIM, LEE].flatMap(({ email }) =>
      named(0, LIMITS.owner.records - room).map((name) => stored(name, email)),
    )
    const both = [await replica('quota', before), await replica('quota')]
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async (_, i) => {
        const { status } = await request(both[i % 2]!.url)
          .post(PROJECTS)
          .set(i % 4 < 2 ? kim : lee)
          .send(project(`One more ${i}`))
        return status
      }),
    )
    expect(statuses.filter((status) => status === 201)).toHaveLength(2 * room)
    expect(statuses.filter((status) => status === 403)).toHaveLength(40 - 2 * room)
    const owners = (await both[0]!.records()).map((record) => (record as { owner: string }).owner)
    for (const { email } of [KIM, LEE]) {
      expect(owners.filter((owner) => owner === email)).toHaveLength(LIMITS.owner.records)
    }
  })

  it('return what the other replica has just acknowledged', async () => {
    const [here, there] = [await replica('fresh'), await replica('fresh')]
    for (let i = 0; i < 20; i++) {
      const sent = project(`Tide ${i}`)
      expect((await request(here.url).post(PROJECTS).set(kim).send(sent)).status).toBe(201)
      expect(
        (
          await request(there.url)
            .get(at(`Tide ${i}`))
            .set(kim)
        ).body,
      ).toEqual(sent)
    }
  })
})

describe('a registry of 1,000 projects', () => {
  it('stores 1,000 concurrent edits in few writes', async () => {
    const filler = 'x'.repeat(1_700)
    const names = named(0, 1_000)
    const { url, commits, records } = await replica(
      'large',
      names.map((name) => ({ ...stored(name, KIM.email), filler })),
    )
    const responses = await Promise.all(
      names.map((name, i) =>
        request(url)
          .put(at(name))
          .set(kim)
          .send(project(name, { stage: `edited ${i}` })),
      ),
    )
    expect(responses.filter(({ status }) => status !== 200)).toEqual([])
    expect(await records()).toEqual(
      names.map((name, i) => project(name, { stage: `edited ${i}`, filler, owner: KIM.email })),
    )
    // A commit applies changes for at most 100 ms, so a slow machine makes more commits.
    expect(commits.length).toBeLessThanOrEqual(1_000 / 4)
  })
})
