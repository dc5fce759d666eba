import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { fork, type ChildProcess } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from '@jest/globals'
import { createSupervisor, type Supervised, type SupervisorOptions } from './supervisor.ts'

const directory = mkdtempSync(join(tmpdir(), 'supervisor-'))
const children: ChildProcess[] = []
const said: string[] = []
const say = (line: string) => void said.push(line)

/** A process that says so when it is ready and then does what `script` says. */
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
  said.splice(0)
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

  it('names the services that end before they are ready, and does not start them again', async () => {
    const supervisor = supervise([service('a', READY), service('b', 'process.exit(1)')])
    expect(await supervisor.start()).toEqual(['b'])
    expect(said).toEqual([])
    await supervisor.stop()
    expect(children).toHaveLength(2)
  })

  it('starts a service again that ends unasked, later each time up to a bound', async () => {
    const supervisor = supervise([service('a', READY)], { now: () => 0 })
    await supervisor.start()
    for (let starts = 2; starts <= 5; starts++) {
      children.at(-1)?.kill('SIGKILL')
      await until(() => said.length === 2 * (starts - 1))
      expect(children).toHaveLength(starts)
    }
    await supervisor.stop()
    expect(said.filter((line) => line === 'a is back.')).toHaveLength(4)
    expect(said.map((line) => /restarting it in (\S+) s/.exec(line)?.[1]).filter(Boolean)).toEqual([
      '0.02',
      '0.04',
      '0.08',
      '0.08',
    ])
  })

  it('starts nothing again once it was told to stop', async () => {
    const supervisor = supervise([service('a', READY)], { firstPauseMs: 30 })
    await supervisor.start()
    children[0]?.kill('SIGKILL')
    await until(() => said.length === 1)
    await supervisor.stop()
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(children).toHaveLength(1)
  })

  it('ends by force what does not stop within the grace period', async () => {
    const supervisor = supervise([service('a', `process.on('SIGTERM', () => {}); ${READY}`)], {
      graceMs: 50,
    })
    await supervisor.start()
    await supervisor.stop()
    expect(children[0]?.signalCode).toBe('SIGKILL')
  })

  it('lets a service finish that stops within the grace period', async () => {
    const slow = `process.on('SIGTERM', () => setTimeout(() => process.exit(0), 50)); ${READY}`
    const supervisor = supervise([service('a', slow)])
    await supervisor.start()
    await supervisor.stop()
    expect(children[0]).toMatchObject({ exitCode: 0, signalCode: null })
  })

  it('stops while services are still starting, and then reports none as failed', async () => {
    const supervisor = supervise([service('a', 'setInterval(() => {}, 1000)')])
    const started = supervisor.start()
    await supervisor.stop()
    expect(await started).toEqual([])
    expect(children.map(isAlive)).toEqual([false])
  })
})
