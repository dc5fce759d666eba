import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { ended } from '../../start/launch.ts'
import type { AttackSuite, Outcome } from './attack.ts'

const talkative = fileURLToPath(
  new URL('../../../test/support/talkative-service.ts', import.meta.url),
)
/** Longer than a process needs to stop. */
const STOP_MS = 20_000

/** Starts a process that logs 100 MB to an unread pipe, and measures its growth. */
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
  return child.signalCode === null ? `exit ${child.exitCode}` : 'killed after the timeout'
}

/** A log collector that hangs. */
export const unreadOutput: AttackSuite = {
  name: 'unread output',
  // The attacks start their own process.
  options: { services: [], documents: false },
  attacks: [
    {
      title: 'standard output is not read while 100 MB are logged, then the process is stopped',
      quick: true,
      async run(): Promise<Outcome> {
        const { child, grownMb } = await startUnread()
        const end = await stopped(child)
        return { held: grownMb < 70 && end === 'exit 0', seen: `${grownMb} MB growth, ${end}` }
      },
    },
    {
      title: 'the reader of standard output resumes after 100 MB',
      quick: true,
      async run(): Promise<Outcome> {
        const { child } = await startUnread()
        let notice: string | undefined
        let rest = ''
        child.stdout?.setEncoding('utf8')
        for await (const text of child.stdout ?? []) {
          notice = /\d+ log lines were dropped/.exec(rest + String(text))?.[0]
          if (notice !== undefined) break
          rest = String(text).slice(-200)
        }
        const end = await stopped(child)
        return {
          held: notice !== undefined && end === 'exit 0',
          seen: `${notice ?? 'no notice'}, ${end}`,
        }
      },
    },
  ],
}
