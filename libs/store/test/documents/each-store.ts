import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe } from '@jest/globals'
import { createEmbeddedStore } from '../../src/objects/embedded.ts'
import type { ObjectStore } from '../../src/objects/port.ts'
import { openS3 } from '../objects/open-s3.ts'
import { describeOnS3 } from '../objects/s3-server.ts'

/**
 * Runs a suite on the embedded store and on S3.
 *
 * @param suite receives a function that returns another store on the same objects at each call, as another
 *   process would, and the settings with which another process opens it
 */
export function describeOnEachStore(
  name: string,
  suite: (open: () => ObjectStore, settings: object) => void,
): void {
  describe(`${name} on the embedded store`, () => {
    const directory = mkdtempSync(join(tmpdir(), 'landscape-store-'))
    afterAll(() => rmSync(directory, { recursive: true }))
    suite(() => createEmbeddedStore(directory), { directory })
  })
  describeOnS3(`${name} on S3`, (server) => {
    suite(() => openS3(server), { server })
  })
}
