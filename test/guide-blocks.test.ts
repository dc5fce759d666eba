import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { addressesInTables, applyBlock, blocksIn } from './support/guide.ts'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'guide-blocks-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

const guides = globSync('docs/*.md').filter((path) =>
  /^ *```\w+ title=/m.test(readFileSync(path, 'utf8')),
)

describe('the blocks of a guide', () => {
  it.each(guides)('%s change lines that exist once', async (path) => {
    const copy = join(directory, path)
    for (const block of blocksIn(await readFile(path, 'utf8'))) {
      if (block.title === undefined) continue
      const target = join(copy, block.title)
      if (block.language === 'diff' && !existsSync(target)) await cp(block.title, target)
      await expect(applyBlock(copy, block)).resolves.toBeUndefined()
    }
  })
})

describe('the tables of a guide', () => {
  it('show paths without placeholders, and parameters of the first address', () => {
    const text =
      'Read `GET /api/a`.\n\n| Parameter | Is |\n| --- | --- |\n| `q=two words` | `text` |\n' +
      '| `/b` | `/api/b/{id}` |\n| a read | `GET /c?d=e` |\n'
    expect(addressesInTables(text)).toEqual(['/api/a?q=two%20words', '/b', '/c?d=e'])
  })
})
