import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe } from '@jest/globals'
import { createEmbeddedStore } from '../../src/objects/embedded.ts'
import type { ObjectRef, ObjectStore } from '../../src/objects/port.ts'
import { openS3 } from '../objects/open-s3.ts'
import { describeOnS3 } from '../objects/s3-server.ts'

/** Two stores on the same objects, as of two processes. */
interface TwoStores {
  store: ObjectStore
  other: ObjectStore
  /** Returns a new reference to a document. */
  fresh: () => ObjectRef
  /** Settings with which another process opens the store. */
  settings: object
}

/** Runs a suite on the embedded store and on S3. */
export function describeOnEachStore(name: string, suite: (stores: TwoStores) => void): void {
  describe(`${name} on the embedded store`, () => {
    const directory = mkdtempSync(join(tmpdir(), 'landscape-store-'))
    suite(openTwo(name, () => createEmbeddedStore(directory), { directory }))
    afterAll(() => rmSync(directory, { recursive: true }))
  })
  describeOnS3(`${name} on S3`, (server) => {
    suite(openTwo(name, () => openS3(server), { server }))
  })
}

function openTwo(name: string, open: () => ObjectStore, settings: object): TwoStores {
  const [store, other] = [open(), open()]
  const prefix = `${name.replaceAll(' ', '-')}-${Date.now()}`
  let serial = 0
  afterAll(() => {
    store.close()
    other.close()
  })
  return {
    store,
    other,
    fresh: () => ({ bucket: 'main', key: `${prefix}-${serial++}.json` }),
    settings,
  }
}
