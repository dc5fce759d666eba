import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { COMPILE_CACHE } from '../../tools/start/launch.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A child process of a test. */
export interface Command {
  pid: number
  /** Standard output and standard error written until now. */
  output: () => string
  /** Standard error written until now. */
  errors: () => string
  /** Resolves when the output contains the text; rejects when the command ends without it. */
  prints: (text: string) => Promise<void>
  signal: (name: NodeJS.Signals) => void
  /** Resolves with the exit code, or null when a signal ended it. */
  exit: Promise<number | null>
}

/** Runs a script of this repository with exactly these settings, and the cache of compiled code. */
export function run(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  node = process.execPath,
): Command {
  const child = spawn(node, args, {
    cwd: root,
    env: { ...COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
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
    async prints(text) {
      while (!output.includes(text)) {
        if (ended) throw new Error(`ended without printing "${text}":\n${output}`)
        await pause()
      }
    },
    signal: (name) => void child.kill(name),
    exit,
  }
}

/** Resolves when all the processes have ended. */
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

/** Waits between two polls of a changing state. */
export async function pause(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 25))
}
