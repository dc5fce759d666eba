import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { hasPrograms, LANGUAGES } from '../tools/generators/clients.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'generated-clients-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('a client that a generator makes of openapi.json (skipped without npm run generators)', () => {
  for (const [name, language] of Object.entries(LANGUAGES)) {
    const test = language.isInstalled() && hasPrograms(language) ? it : it.skip
    test(`compiles in ${name}`, () => {
      const own = join(folder, name)
      language.generate(own)
      expect(() => language.compile(own, false)).not.toThrow()
    }, 300_000)
  }
})
