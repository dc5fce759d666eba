/** `npm run assistant:collect`: the table of its arguments. */
import { runOwnProcess } from './command-line/run-own-process.ts'
import { runTool } from './command-line/run-tool.ts'
import { command } from './command-line/tool.ts'

const collectTool = {
  name: 'assistant:collect',
  ...command({
    about:
      'Loads the last days of assistant usage from the source-control host into the stored history.',
    notes:
      'Settings come from .env and the environment. Running it again changes nothing. ' +
      'Ends with 1 when a report could not be loaded.',
    options: {
      every: { about: 'repeat at the interval of COLLECT_EVERY_MINUTES until Ctrl-C' },
      days: {
        value: '<number>',
        about: 'recent days in which gaps are filled, 4 to 365; default: 28',
      },
    },
    examples: ['', '--days 365', '--every'],
    run: () => runOwnProcess(() => import('@landscape/assistant/collect')),
  }),
}

process.exitCode = await runTool(collectTool, process.argv.slice(2))
