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
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT }).catch(
        (error: unknown) => error as { stdout: string },
      )
      const rows = stdout.split('\n').filter((line) => line.includes('| ≤ 1.15 |'))
      expect(rows).toHaveLength(12)
      expect(rows.filter((line) => /\| (?:slower|failed) \|/.test(line))).toEqual([])
    },
    MAX_MS,
  )
})
