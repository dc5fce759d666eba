import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { fork, type ChildProcess } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from '@jest/globals'
import { createSupervisor, type Supervised, type SupervisorOptions } from './supervisor.ts'

const directory = mkdtempSync(join(tmpdir(), 'supervisor-'))
const children: ChildProcess[] = []
const printed: string[] = []
const say = (line: string) => void printed.push(line)

/** Creates a service that runs `script` and reports when it is ready. */
function service(name: string, script: string): Supervised {
  const file = join(directory, `${name}.mjs`)
  writeFileSync(file, `process.on('disconnect', () => process.exit()); ${script}`)
  let ready: Promise<boolean>
  return {
    name,
    launch() {
      const child = fork(file, [], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
      children.push(child)
      ready = new Promise((resolve) => {
        child.once('message', () => resolve(true))
      })
      return child
    },
    untilReady: async (signal) => {
      const over = new Promise<boolean>((resolve) => {
        signal.addEventListener('abort', () => resolve(false))
      })
      return Promise.race([ready, over])
    },
  }
}

const READY = `process.send('ready')`
const supervise = (services: Supervised[], options: Partial<SupervisorOptions> = {}) =>
  createSupervisor(services, { say, firstPauseMs: 20, lastPauseMs: 80, ...options })

const isAlive = (child: ChildProcess) => child.exitCode === null && child.signalCode === null

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5))
}

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  printed.splice(0)
})

afterAll(() => rmSync(directory, { recursive: true, force: true }))

describe('createSupervisor', () => {
  it('starts every service and resolves when all are ready', async () => {
    const supervisor = supervise([service('a', READY), service('b', READY)])
    expect(await supervisor.start()).toEqual([])
    expect(children.map(isAlive)).toEqual([true, true])
    await supervisor.stop()
    expect(children.map(isAlive)).toEqual([false, false])
  })

  it('returns services that end before they are ready and does not restart them', async () => {
    const supervisor = supervise([service('a', READY), service('b', 'process.exit(1)')])
    expect(await supervisor.start()).toEqual(['b'])
    expect(printed).toEqual([])
    await supervisor.stop()
    expect(children).toHaveLength(2)
  })

  it('restarts a service that ends unexpectedly, with increasing pauses up to a maximum', async () => {
    const supervisor = supervise([service('a', READY)], { now: () => 0 })
    await supervisor.start()
    for (let starts = 2; starts <= 5; starts++) {
      children.at(-1)?.kill('SIGKILL')
      await until(() => printed.length === 2 * (starts - 1))
      expect(children).toHaveLength(starts)
    }
    await supervisor.stop()
    expect(printed.filter((line) => line === 'a is back.')).toHaveLength(4)
    expect(
      printed.map((line) => /restarting it in (\S+) s/.exec(line)?.[1]).filter(Boolean),
    ).toEqual(['0.02', '0.04', '0.08', '0.08'])
  })

  it('restarts nothing after stop', async () => {
    const supervisor = supervise([service('a', READY)], { firstPauseMs: 30 })
    await supervisor.start()
    children[0]?.kill('SIGKILL')
    await until(() => printed.length === 1)
    await supervisor.stop()
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(children).toHaveLength(1)
  })

  it('kills a service that does not stop within the grace period', async () => {
    const supervisor = supervise([service('a', `process.on('SIGTERM', () => {}); ${READY}`)], {
      graceMs: 50,
    })
    await supervisor.start()
    await supervisor.stop()
    expect(children[0]?.signalCode).toBe('SIGKILL')
  })

  it('does not kill a service that stops within the grace period', async () => {
    const slow = `process.on('SIGTERM', () => setTimeout(() => process.exit(0), 50)); ${READY}`
    const supervisor = supervise([service('a', slow)])
    await supervisor.start()
    await supervisor.stop()
    expect(children[0]).toMatchObject({ exitCode: 0, signalCode: null })
  })

  it('replaces the process of a service on request and leaves the others alone', async () => {
    const supervisor = supervise([service('a', READY), service('b', READY)], { afterEnd: 'wait' })
    await supervisor.start()
    await Promise.all([supervisor.restart(['b']), supervisor.restart(['b'])])
    expect(children.map(isAlive)).toEqual([true, false, false, true])
    await until(() => printed.length > 0)
    expect(printed).toEqual(['b is ready.'])
    await supervisor.stop()
    expect(children.some(isAlive)).toBe(false)
  })

  it('starts a service that ended only on request, when it waits for changes', async () => {
    const b = service('b', 'process.exit(1)')
    const supervisor = supervise([service('a', READY), b], { afterEnd: 'wait' })
    expect(await supervisor.start()).toEqual(['b'])
    expect(printed).toEqual(['b ended (exit code 1). It starts again when its code changes.'])
    service('b', READY)
    await supervisor.restart(['b'])
    expect(children.map(isAlive)).toEqual([true, false, true])
    children[2]?.kill('SIGKILL')
    await until(() => printed.length === 2)
    expect(printed[1]).toContain('b ended (SIGKILL)')
    await supervisor.stop()
    expect(children).toHaveLength(3)
  })

  it('stops during a start and reports no failed services', async () => {
    const supervisor = supervise([service('a', 'setInterval(() => {}, 1000)')])
    const started = supervisor.start()
    await supervisor.stop()
    expect(await started).toEqual([])
    expect(children.map(isAlive)).toEqual([false])
  })
})
