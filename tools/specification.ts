/** `npm run specification`: the table of its arguments. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { command, runTool } from '@landscape/runtime'

const root = resolve(import.meta.dirname, '..')
const JEST = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
  '--config',
  'tools/jest/specification.js',
]

const specificationTool = {
  name: 'specification',
  ...command({
    about:
      'Runs the tests that prove the statements of the specification and writes ' +
      'docs/specification-coverage.md.',
    notes: 'Exits with 1 when a test fails or a statement has no passed test.',
    arguments: { '[tests…]': 'files or folders of tests; the page is written only without them' },
    examples: ['', 'services/data'],
    run: prove,
  }),
}

async function prove(tests: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [...JEST, ...tests], { cwd: root, stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}

process.exitCode = await runTool(specificationTool, process.argv.slice(2))
