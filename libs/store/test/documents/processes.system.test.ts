import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from '@jest/globals'
import { createEmbeddedStore } from '../../src/objects/embedded.ts'

const directory = mkdtempSync(join(tmpdir(), 'landscape-processes-'))
afterAll(() => rmSync(directory, { recursive: true }))

describe('four processes on one embedded store', () => {
  it('lose none of 500 increments each', async () => {
    const run = promisify(execFile)
    const program = join(import.meta.dirname, 'increment.ts')
    await Promise.all(
      Array.from({ length: 4 }, () => run(process.execPath, [program, directory, '500'])),
    )
    const store = createEmbeddedStore(directory)
    const got = await store.get({ bucket: 'main', key: 'counter.json' })
    store.close()
    expect(got.kind === 'found' && JSON.parse(got.body.toString())).toEqual({ n: 2000 })
  }, 60_000)
})
