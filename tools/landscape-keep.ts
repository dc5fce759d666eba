/** `npm run landscape:keep`: the table of its arguments. */
import { runTool } from './command-line/run-tool.ts'
import { command } from './command-line/tool.ts'
import { loadLocalSettings } from './start/settings.ts'

const keepTool = {
  name: 'landscape:keep',
  ...command({
    about: 'Stores the counts of the landscape today as those of this month, for /api/trends.',
    notes:
      'Settings come from .env and the environment. The last day of a month wins. Months that are stored are not ' +
      'counted again.',
    options: {
      every: { about: 'repeat each evening until Ctrl-C' },
      from: { value: '<month>', about: 'also count months since then from the history' },
    },
    examples: ['', '--from 2026-01', '--every'],
    async run() {
      loadLocalSettings('.env', process.env)
      process.env['NODE_ENV'] ??= 'development'
      // A process of its own in production: importing it reads the arguments and sets the exit code.
      await import('../services/data/src/keep.ts')
      return Number(process.exitCode ?? 0)
    },
  }),
}

process.exitCode = await runTool(keepTool, process.argv.slice(2))
