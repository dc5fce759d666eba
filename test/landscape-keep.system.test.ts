import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { run } from './support/process.ts'

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'landscape-keep-'))
})
afterAll(() => rm(directory, { recursive: true }))

async function command(...args: string[]) {
  const started = run(['tools/bootstrap.mjs', ...args], {
    PATH: process.env['PATH'] ?? '',
    NODE_ENV: 'development',
    OBJECT_STORE: 'embedded',
    DATA_DIR: directory,
  })
  return { code: await started.exit, output: started.output() }
}

describe('npm run landscape:keep', () => {
  it('stores the counts of this month and ends', async () => {
    expect((await command('tools/landscape-keep.ts')).code).toBe(0)
    const { output } = await command('tools/store.ts', 'cat', 'main/landscape_months.json')
    expect(output).toContain(new Date().toISOString().slice(0, 7))
  })

  it('rejects a month that is none, or lies ahead', async () => {
    expect(await command('tools/landscape-keep.ts', '--from', 'May')).toMatchObject({
      code: 1,
      output: expect.stringContaining('--from must be a month'),
    })
    expect(await command('tools/landscape-keep.ts', '--from', '2999-01')).toMatchObject({
      code: 1,
      output: expect.stringContaining('--from must not be after this month'),
    })
  })

  it('names the months that the history does not contain', async () => {
    const lastMonth = new Date()
    lastMonth.setUTCDate(0)
    const month = lastMonth.toISOString().slice(0, 7)
    const { code, output } = await command('tools/landscape-keep.ts', '--from', month)
    expect(code).toBe(0)
    expect(output).toContain(
      `"months":["${month}"],"msg":"the history does not contain these months"`,
    )
  })
})
