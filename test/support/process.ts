import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A command that runs beside the test. */
export interface Command {
  pid: number
  /** Everything written so far to standard output and standard error. */
  output: () => string
  /** What of that was written to standard error. */
  errors: () => string
  /** Resolves when the output holds the text; rejects when the command ends without it. */
  says: (text: string) => Promise<void>
  signal: (name: NodeJS.Signals) => void
  /** Resolves with the exit code, or null when a signal ended it. */
  exit: Promise<number | null>
}

/** Runs a script of this repository with the settings and nothing else. */
export function run(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  node = process.execPath,
): Command {
  const child = spawn(node, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let errors = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  child.stderr.on('data', (text: string) => (errors += text))
  const exit = new Promise<number | null>((resolve) => {
    child.once('exit', resolve)
  })
  let ended = false
  void exit.then(() => (ended = true))
  return {
    pid: child.pid ?? -1,
    output: () => output,
    errors: () => errors,
    async says(text) {
      while (!output.includes(text)) {
        if (ended) throw new Error(`ended without saying "${text}":\n${output}`)
        await pause()
      }
    },
    signal: (name) => void child.kill(name),
    exit,
  }
}

/** Resolves when none of the processes is left. */
export async function untilGone(pids: readonly number[]): Promise<void> {
  while (pids.some(isAlive)) await pause()
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** A moment between two looks at something that changes by itself. */
export async function pause(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 25))
}
