/** `npm run soak`: the table of its arguments. */
import { readNumber } from '../../command-line/read-arguments.ts'
import { runTool } from '../../command-line/run-tool.ts'
import { command } from '../../command-line/tool.ts'
import { soak } from './soak.ts'

const soakTool = {
  name: 'soak',
  ...command({
    about:
      'Reads and edits through real processes on a local S3 server while services are killed ' +
      'and the store fails.',
    notes: 'Ends with 1 when an edit was lost, a read was older than an edit, or memory grew.',
    arguments: { '[minutes]': 'duration in minutes, 1 to 1440; 60 when absent' },
    examples: ['10'],
    async run([text = '60']) {
      const minutes = readNumber('[minutes]', text, { min: 1, max: 24 * 60 })
      const isPassed = await soak(minutes, (line) => process.stdout.write(`${line}\n`))
      process.stdout.write(isPassed ? 'Passed.\n' : 'FAILED.\n')
      return isPassed ? 0 : 1
    },
  }),
}

process.exit(await runTool(soakTool, process.argv.slice(2)))
