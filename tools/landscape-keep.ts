/** `npm run landscape:keep`: the table of its arguments. */
import { runOwnProcess } from './command-line/run-own-process.ts'
import { runTool } from './command-line/run-tool.ts'
import { command } from './command-line/tool.ts'

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
    run: () => runOwnProcess(() => import('@landscape/data/keep')),
  }),
}

process.exitCode = await runTool(keepTool, process.argv.slice(2))
