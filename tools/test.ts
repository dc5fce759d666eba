/** `npm test`: the checks and the quick tests. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { runTool } from './command-line/run-tool.ts'
import { command } from './command-line/tool.ts'

const root = resolve(import.meta.dirname, '..')

const testTool = {
  name: 'test',
  ...command({
    about: 'Runs the checks, then the quick tests; those of a path at the same time.',
    notes: 'npm run test:system runs the tests of processes that end or wait.',
    arguments: { '[path…]': 'files or folders; the entire repository when absent' },
    examples: ['', 'services/data', 'libs/store/src/history/diff.test.ts'],
    async run(paths) {
      if (paths.length === 0) return (await script('check')) || script('test:unit')
      const codes = await Promise.all([script('check', paths), script('test:unit', paths)])
      return Math.max(...codes)
    },
  }),
}

/** Runs a script of package.json and resolves with its exit code. */
async function script(name: string, args: readonly string[] = []): Promise<number> {
  const child = spawn('npm', ['run', '--silent', name, '--', ...args], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}

process.exitCode = await runTool(testTool, process.argv.slice(2))
