import { describe, expect, it } from '@jest/globals'
import { run } from './support/process.ts'

/** What takes minutes runs in no test: that it can be started at all is tried with an argument that it refuses. */
const COMMANDS = [
  ['attack', 'test/attack/main.ts', 'No attack is called "no such"'],
  ['bench', 'bench/main.ts', 'No such figures: no such'],
  ['drill', 'test/drills/main.ts', 'npm run drill -- <'],
  ['simulate', 'test/simulation/main.ts', 'npm run simulate -- ['],
  ['soak', 'test/soak/main.ts', 'npm run soak -- <'],
] as const

describe('npm run', () => {
  it.each(COMMANDS)('%s says what it takes', async (_name, file, usage) => {
    const command = run(['scripts/bootstrap.mjs', file, 'no such'], {
      PATH: process.env['PATH'] ?? '',
    })
    expect(await command.exit).toBeGreaterThan(0)
    expect(command.output()).toContain(usage)
  })
})
