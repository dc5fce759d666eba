import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'

const root = resolve(import.meta.dirname, '../..')

/** Exit code of a script that was stopped, or not started any more. */
const STOPPED = 130

/** Aborted when this process is to stop: a signal would end it alone, and leave its scripts running. */
export function stopSignal(): AbortSignal {
  const stopped = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => stopped.abort())
  }
  return stopped.signal
}

interface ScriptOptions {
  args?: readonly string[]
  /** `inherit` prints the output at once. */
  output: 'inherit' | 'pipe'
  /** Ends the script. */
  stopped: AbortSignal
}

/** Runs a script of package.json to its end. The output is empty when it was printed. */
export async function runScript(
  name: string,
  { args = [], output, stopped }: ScriptOptions,
): Promise<{ code: number; output: string }> {
  if (stopped.aborted) return { code: STOPPED, output: '' }
  const child = spawn('npm', ['run', '--silent', name, '--', ...args], {
    cwd: root,
    stdio: [output === 'inherit' ? 'inherit' : 'ignore', output, output],
    shell: process.platform === 'win32',
  })
  const stop = () => void child.kill('SIGTERM')
  stopped.addEventListener('abort', stop)
  const [out, errors, [code]] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
    once(child, 'exit') as Promise<[number | null]>,
  ])
  stopped.removeEventListener('abort', stop)
  return { code: code ?? STOPPED, output: out + errors }
}
