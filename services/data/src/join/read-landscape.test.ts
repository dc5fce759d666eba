import { describe, expect, it } from '@jest/globals'
import { DOCUMENTS } from '@landscape/contracts/documents'
import { createLogger } from '@landscape/runtime/logging/create-logger'
import { openDocuments } from '@landscape/store/documents/open-documents'
import { replace } from '@landscape/store/objects/directory'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { createLandscapeReader } from './read-landscape.ts'

const NOW = Date.parse('2026-06-01')

async function fixture() {
  const store = createEmbeddedStore(':memory:')
  const logger = createLogger({ service: 'data', level: 'fatal' })
  const documents = openDocuments(
    store,
    ['arrayData', 'directorates', 'projects', 'radar', 'repositories', 'technologyNames'],
    { logger },
  )
  const storeProject = (name: string) => {
    const text = JSON.stringify({ projects: [{ details: [{ name }] }] })
    return replace(store, DOCUMENTS.projects.ref, Buffer.from(text))
  }
  await storeProject('Berths')
  return { read: createLandscapeReader(documents, () => NOW), storeProject }
}

describe('createLandscapeReader', () => {
  it('joins the newest documents when a request begins its work', async () => {
    const { read, storeProject } = await fixture()
    const waiting = await read()
    await storeProject('Cranes')

    const { landscape } = await waiting.load()

    expect(landscape.projects.map(({ name }) => name)).toEqual(['Cranes'])
  })

  it('joins one version once', async () => {
    const { read, storeProject } = await fixture()
    const [one, other] = [await read(), await read()]

    const before = await one.load()
    expect((await other.load()).joined).toBe(before.joined)
    await storeProject('Cranes')
    const after = await read()

    expect(after.etag).not.toBe(one.etag)
    expect((await other.load()).joined).toBe((await after.load()).joined)
  })
})
