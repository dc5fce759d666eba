import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createClient, type Client } from './support/client.ts'
import { readDescription } from './support/described.ts'
import { fuzz } from '../tools/lab/fuzz/fuzz.ts'
import { isMalformedProject } from '../tools/lab/fuzz/requests.ts'
import { everything } from './support/documents.ts'
import { startLandscape, type Landscape } from './support/landscape.ts'
import { openEmbedded, type TestStore } from './support/stores.ts'

let data: TestStore
let landscape: Landscape
let client: Client
beforeAll(async () => {
  data = await openEmbedded()
  landscape = await startLandscape({
    env: { ...data.env, RATE_LIMIT_PER_MINUTE: '1000000' },
    documents: false,
  })
  client = createClient(landscape.url, { malformedRecords: isMalformedProject })
}, 60_000)
afterAll(async () => {
  client?.close()
  await landscape?.stop()
  await data?.close()
})

const description = readDescription()

describe('random requests from the description', () => {
  it('get described responses to reads, which change nothing', async () => {
    const before = await everything(data.store)
    const reads = { description, seed: 7, count: 400, methods: ['get'] }
    const { findings, statuses } = await fuzz(client, reads)
    expect(findings).toEqual([])
    // Enough requests were valid.
    expect(statuses[200]).toBeGreaterThan(100)
    expect(await everything(data.store)).toEqual(before)
    expect(Object.keys(before).length).toBeGreaterThan(10)
  }, 120_000)

  it('get described responses to edits, some of them successful', async () => {
    const edits = { description, seed: 11, count: 400, methods: ['post', 'put', 'delete'] }
    const { findings, statuses } = await fuzz(client, edits)
    expect(findings).toEqual([])
    expect(statuses[200]).toBeGreaterThan(20)
    expect(statuses[400]).toBeGreaterThan(100)
  }, 120_000)
})
