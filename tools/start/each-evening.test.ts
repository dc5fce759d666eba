import { fork, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { runEachEvening } from './each-evening.ts'
import { ended } from './launch.ts'

let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'landscape-evening-'))
})
afterAll(() => rmSync(directory, { recursive: true }))

/** A job whose process runs this code. */
function jobOf(code: string) {
  const file = join(directory, `${code.length}.mjs`)
  writeFileSync(file, code)
  const children: ChildProcess[] = []
  const launch = () => {
    const child = fork(file, { execArgv: [], env: {} })
    children.push(child)
    return child
  }
  return { name: 'months', launch, children }
}

describe('runEachEvening', () => {
  it('runs the job once at the start and once each evening, and reports a failure', async () => {
    const job = jobOf('process.exit(1)')
    const said: string[] = []
    let evenings = 0
    const stopped = Promise.withResolvers<void>()
    const repeated = runEachEvening(job, {
      say: (line) => said.push(line),
      async untilNext() {
        if (++evenings === 2) {
          await repeated.stop()
          stopped.resolve()
        }
      },
    })
    await stopped.promise
    expect(job.children).toHaveLength(2)
    const line = 'months failed. It runs again in the evening.'
    expect(said).toEqual([line, line])
  })

  it('stops a job that is running', async () => {
    const job = jobOf('setInterval(() => {}, 1_000)')
    const repeated = runEachEvening(job, { say: () => undefined })
    await repeated.stop()
    const [child] = job.children
    if (child) await ended(child)
    expect(child?.signalCode).toBe('SIGTERM')
  })
})
