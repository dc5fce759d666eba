import { spawnSync } from 'node:child_process'
import { expect, it } from '@jest/globals'
import { isAlive, pause, run, untilGone } from './support/process.ts'

/** The ids of all processes that a process has started, directly or not. */
function startedBy(pid: number): number[] {
  const rows = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).stdout
  const parents = new Map(
    rows.split('\n').map((row) => row.trim().split(/\s+/).map(Number) as [number, number]),
  )
  const children = [...parents].filter(([, parent]) => parent === pid).map(([child]) => child)
  return children.flatMap((child) => [child, ...startedBy(child)])
}

it.each(['tools/test.ts', 'tools/check.ts'])(
  'a stopped %s ends the scripts that it has started, and starts no other',
  async (tool) => {
    const command = run([tool], {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
    })
    while (startedBy(command.pid).length < 3) await pause()
    const children = startedBy(command.pid)
    command.signal('SIGTERM')
    expect(await command.exit).not.toBe(0)
    const [script = 0] = children
    expect(isAlive(script)).toBe(false)
    await untilGone(children)
  },
)
