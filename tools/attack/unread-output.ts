import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { ended } from '../start/launch.ts'
import type { AttackSuite, Outcome } from './attack.ts'

const talkative = fileURLToPath(new URL('../../test/support/talkative-service.ts', import.meta.url))
/** Longer than a process may take to stop, much shorter than for ever. */
const STOP_MS = 20_000

/** A process that has logged 100 MB to a pipe that nobody reads, and what that cost in megabytes. */
async function startUnread(): Promise<{ child: ChildProcess; grownMb: number }> {
  const child = fork(talkative, [], {
    execArgv: [],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  child.stdout?.pause()
  const [{ grown }] = (await once(child, 'message')) as [{ grown: number }]
  return { child, grownMb: Math.round(grown / 1024 / 1024) }
}

async function stopped(child: ChildProcess): Promise<string> {
  child.kill('SIGTERM')
  const force = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await ended(child)
  clearTimeout(force)
  return child.signalCode === null ? `exit ${child.exitCode}` : 'had to be killed'
}

/** Whoever collects the log lines hangs. */
export const unreadOutput: AttackSuite = {
  name: 'unread output',
  // The process that writes is one of its own.
  options: { services: [], documents: false },
  attacks: [
    {
      title:
        'nobody reads standard output while 100 MB are logged, then the process is told to stop',
      quick: true,
      async run(): Promise<Outcome> {
        const { child, grownMb } = await startUnread()
        const end = await stopped(child)
        return { held: grownMb < 70 && end === 'exit 0', seen: `${grownMb} MB more, ${end}` }
      },
    },
    {
      title: 'the reader of standard output comes back after 100 MB',
      quick: true,
      async run(): Promise<Outcome> {
        const { child } = await startUnread()
        let said: string | undefined
        let rest = ''
        child.stdout?.setEncoding('utf8')
        for await (const text of child.stdout ?? []) {
          said = /\d+ log lines were dropped/.exec(rest + String(text))?.[0]
          if (said !== undefined) break
          rest = String(text).slice(-200)
        }
        const end = await stopped(child)
        return {
          held: said !== undefined && end === 'exit 0',
          seen: `${said ?? 'silence'}, ${end}`,
        }
      },
    },
  ],
}
