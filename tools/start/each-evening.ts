import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { msUntilEvening } from '@landscape/data/evening'
import { ended, stopChild } from './launch.ts'

/** A job that runs repeatedly. */
export interface Repeated {
  stop: () => Promise<void>
  kill: () => void
}

interface Job {
  name: string
  launch: () => ChildProcess
}

interface Options {
  say: (line: string) => void
  /** Waits until the next run. */
  untilNext?: (signal: AbortSignal) => Promise<void>
  /** Time for the job to stop before it is killed. */
  graceMs?: number
}

/** Runs a job now and each evening, in a process that ends, so that it takes no memory in the meantime. */
export function runEachEvening(
  { name, launch }: Job,
  { say, untilNext = untilEvening, graceMs = 10_000 }: Options,
): Repeated {
  const stopping = new AbortController()
  let child: ChildProcess | undefined
  const run = async () => {
    while (!stopping.signal.aborted) {
      child = launch()
      child.once('error', () => undefined)
      await ended(child)
      if (child.exitCode !== 0 && !stopping.signal.aborted)
        say(`${name} failed. It runs again in the evening.`)
      await untilNext(stopping.signal).catch(() => undefined)
    }
  }
  void run()
  return {
    async stop() {
      stopping.abort()
      if (child) await stopChild(child, graceMs)
    },
    kill() {
      stopping.abort()
      child?.kill('SIGKILL')
    },
  }
}

async function untilEvening(signal: AbortSignal): Promise<void> {
  await sleep(msUntilEvening(Date.now()), undefined, { signal })
}
