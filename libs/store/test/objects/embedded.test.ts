import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from '@jest/globals'
import { createEmbeddedStore } from '../../src/objects/embedded.ts'
import { describeObjectStore } from './conformance.ts'

const directory = mkdtempSync(join(tmpdir(), 'landscape-store-'))
afterAll(() => rmSync(directory, { recursive: true }))

describeObjectStore('embedded', async () => createEmbeddedStore(directory))
