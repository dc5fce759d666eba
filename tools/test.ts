/** `npm test`: the checks and the quick tests. */
import { runScript, stopSignal } from './command-line/run-script.ts'
import { runTool } from './command-line/run-tool.ts'
import { command } from './command-line/tool.ts'

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

const stopped = stopSignal()

async function script(name: string, args: readonly string[] = []): Promise<number> {
  return (await runScript(name, { args, output: 'inherit', stopped })).code
}

process.exitCode = await runTool(testTool, process.argv.slice(2))
