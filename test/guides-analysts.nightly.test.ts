import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { fetch } from './support/fetch.ts'
import { createGuideCopy, type GuideCopy } from './support/guide-copy.ts'
import { readsOf, type Block } from './support/guide.ts'
import { pause } from './support/process.ts'

/** The program that runs blocks of a language. */
const PROGRAMS: Readonly<Record<string, string>> = { sql: 'duckdb -bail', python: 'python3' }
/** Succeed where the programs are installed, and download nothing. */
const PROBES = [`duckdb -c 'LOAD httpfs'`, `python3 -c 'import pandas'`]
const withPrograms = PROBES.every((probe) => spawnSync('bash', ['-c', probe]).status === 0)
  ? it
  : it.skip

describe('the guide for analysts', () => {
  let guide: GuideCopy
  beforeAll(async () => {
    guide = await createGuideCopy()
  }, 120_000)
  afterEach(() => guide.stop())
  afterAll(() => guide.remove(), 60_000)

  const key = async () => (await readFile(join(guide.directory, 'landscape.key'), 'utf8')).trim()

  it('names existing lists and members, and the key that each list needs', async () => {
    await guide.follow('analysts', (block) => checkReads(guide, block))
    const headers = { authorization: `Bearer ${await key()}` }
    const statusOf = async (path: string) => (await fetch(guide.address(path), { headers })).status
    // A new key may be unknown for a second.
    while ((await statusOf('/user/api/info')) === 401) await pause()
    const text = await readFile(join(guide.directory, 'docs/analysts.md'), 'utf8')
    const lists = [...text.matchAll(/^\| `(\/\S+)` .*\| (`admin`|none) +\|$/gm)]
    const shown = await Promise.all(
      lists.map(async ([, path = '']) => [
        path,
        await statusOf(path),
        (await rowsAt(guide, path)).length > 0,
      ]),
    )
    expect(shown).toEqual(
      lists.map(([, path, scope]) => [path, scope === 'none' ? 200 : 403, true]),
    )
    expect(lists).toHaveLength(9)
  }, 300_000)

  withPrograms(
    'works with DuckDB and pandas (skipped without duckdb, its httpfs, and pandas)',
    async () => {
      const texts: Record<string, string> = {}
      await guide.follow('analysts', async ({ language, text }) => {
        // A session keeps what earlier blocks defined.
        const program = (texts[language] = `${texts[language] ?? ''}${text}`)
        await writeFile(
          join(guide.directory, 'program'),
          program.replaceAll('http://localhost:5001', guide.address('')),
        )
        expect(await guide.run(`${PROGRAMS[language]} < program`)).not.toBe('')
      })
    },
    300_000,
  )
})

/** Reads a list as NDJSON, as the developer user. */
async function rowsAt(guide: GuideCopy, path: string): Promise<unknown[]> {
  const url = new URL(guide.address(path))
  url.searchParams.set('format', 'ndjson')
  const text = (await (await fetch(url)).text()).trim()
  return text.split('\n').map((line) => JSON.parse(line) as unknown)
}

/** Expects rows at the addresses of a block, with the members that it names. */
async function checkReads(guide: GuideCopy, block: Block): Promise<void> {
  const { paths, members } = readsOf(block)
  const rows = (await Promise.all(paths.map((path) => rowsAt(guide, path)))).flat()
  const valueAt = (row: unknown, path: string) =>
    path.split('.').reduce((value, name) => (value as Record<string, unknown> | null)?.[name], row)
  const found = members.filter((member) => rows.some((row) => valueAt(row, member) !== undefined))
  expect(found).toEqual(members)
  expect(members).not.toEqual([])
}
