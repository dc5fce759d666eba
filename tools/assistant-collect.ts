/** `npm run assistant:collect`: the table of its arguments. */
import { runTool } from './command-line/run-tool.ts'
import { command } from './command-line/tool.ts'
import { loadLocalSettings } from './start/settings.ts'

const collectTool = {
  name: 'assistant:collect',
  ...command({
    about:
      'Loads the last days of assistant usage from the source-control host into the stored history, once.',
    notes:
      'Settings come from .env and the environment. Running it again changes nothing; ' +
      'it does nothing while another process collects. Ends with 1 when a report could not be loaded.',
    examples: [''],
    async run() {
      loadLocalSettings('.env', process.env)
      process.env['NODE_ENV'] ??= 'development'
      // A process of its own in production: importing it collects, and sets the exit code.
      await import('../services/assistant/src/collect.ts')
      return Number(process.exitCode ?? 0)
    },
  }),
}

process.exitCode = await runTool(collectTool, process.argv.slice(2))
