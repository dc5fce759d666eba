/** `npm test`: the checks, then the quick tests. */
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { runTool } from '@landscape/runtime/config/command-line/run-tool'
import { command } from '@landscape/runtime/config/command-line/tool'

const testTool = {
  name: 'test',
  ...command({
    about: 'Runs the checks and the quick tests.',
    notes: 'npm run test:system runs the tests of processes that end or wait.',
    arguments: { '[path…]': 'files or folders; the entire repository when absent' },
    examples: ['', 'services/data', 'libs/store/src/history/diff.test.ts'],
    run(paths) {
      const failed = ['check', 'test:unit'].find((script) => {
        const { status } = spawnSync('npm', ['run', '--silent', script, '--', ...paths], {
          cwd: resolve(import.meta.dirname, '..'),
          stdio: 'inherit',
          shell: process.platform === 'win32',
        })
        return status !== 0
      })
      return failed === undefined ? 0 : 1
    },
  }),
}

process.exitCode = await runTool(testTool, process.argv.slice(2))
