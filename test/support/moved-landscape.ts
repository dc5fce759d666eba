import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@jest/globals'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { isMalformedRecord, MOVED, writeMoved, type MovedName } from '../moving-day/documents.ts'
import { createClient, type Client } from './client.ts'
import { startLandscape, type Landscape } from './landscape.ts'

const SETTINGS = {
  CLIENT_PROFILE: 'existing',
  COMPATIBILITY_ALIASES: 'true',
  DEV_USER_EMAIL: 'dev@example.org',
  BUCKET_NAME: 'moved-main',
  TECH_AUDIT_DATA_BUCKET: 'moved-registry',
  COGNITO_USER_POOL_DOMAIN: 'moved-pool',
  COGNITO_USER_POOL_ID: 'eu-west-2_Moved',
  COGNITO_USER_POOL_CLIENT_ID: 'moved-client',
}

/** Without a source-control host, any token is that of a sample user. */
const SIGNED_IN = { cookie: 'githubUserToken=any' }

/** The landscape with documents and settings of the previous system. */
export interface MovedLandscape {
  landscape: Landscape
  client: Client
  /** Returns a stored document as it is stored. */
  text: (name: MovedName) => Promise<string>
  /** Returns a stored document after checking that it has the layout of the previous system. */
  stored: <N extends MovedName>(name: N) => Promise<(typeof MOVED)[N][0]>
  /** Returns the body of a successful read. */
  json: (path: string) => Promise<Record<string, unknown>>
  /** Returns the body of a successful edit. */
  post: (path: string, body: object) => Promise<unknown>
  stop: () => Promise<void>
}

/** Starts the services on documents of every generation of the previous system. */
export async function startMoved(): Promise<MovedLandscape> {
  const directory = await mkdtemp(join(tmpdir(), 'moved-'))
  await writeMoved(directory)
  const landscape = await startLandscape({
    documents: directory,
    env: SETTINGS,
  })
  const client = createClient(landscape.url, { malformedRecords: isMalformedRecord })
  const text = async (name: MovedName) => {
    const store = createEmbeddedStore(landscape.dataDir)
    const [bucket, ...path] = name.split('/') as ['main', ...string[]]
    const got = await store.get({ bucket, key: path.join('/') })
    store.close()
    return got.kind === 'found' ? got.body.toString() : ''
  }
  return {
    landscape,
    client,
    text,
    async stored<N extends MovedName>(name: N) {
      const found = await text(name)
      const value = JSON.parse(found) as (typeof MOVED)[N][0]
      expect(found).toBe(JSON.stringify(value, null, MOVED[name][1]))
      return value
    },
    async json(path) {
      const response = await client.get(path, SIGNED_IN)
      expect([path, response.status]).toEqual([path, 200])
      return response.json() as Record<string, unknown>
    },
    async post(path, body) {
      const response = await client.post(path, body)
      expect([path, response.status, response.text]).toEqual([path, 200, expect.anything()])
      return response.json()
    },
    async stop() {
      client.close()
      await landscape.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** Returns a document as the previous system stored it. */
export function asMoved(name: MovedName): string {
  return JSON.stringify(MOVED[name][0], null, MOVED[name][1])
}
