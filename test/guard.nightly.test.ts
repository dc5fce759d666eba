import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from '@jest/globals'
import { ROOT } from '../tools/docs/texts.ts'

const MAX_MS = 30 * 60_000

describe('npm run bench -- guard', () => {
  it(
    'compares every row with the last accepted commit, and finds none that costs more',
    async () => {
      const args = ['tools/bootstrap.mjs', 'tools/lab/bench/main.ts', 'guard']
      // It rejects when a row is slower, with the table in its message.
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT })
      expect(stdout.match(/\| ≤ 1\.15 \|/g)).toHaveLength(12)
    },
    MAX_MS,
  )
})
