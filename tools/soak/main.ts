/** `npm run soak`: the table of its arguments. */
import { command, readNumber, runTool } from '@landscape/runtime'
import { soak } from './soak.ts'

const soakTool = {
  name: 'soak',
  ...command({
    about:
      'Reads and edits for a while through real processes on an S3 server of this machine, while services are killed and the store fails.',
    notes: 'Ends with 1 when an edit was lost, a read was older than an edit, or memory grew.',
    arguments: { '[minutes]': 'for how long, 1 to 1440; 60 when absent' },
    examples: ['10'],
    async run([text = '60']) {
      const minutes = readNumber('[minutes]', text, { min: 1, max: 24 * 60 })
      const went = await soak(minutes, (line) => process.stdout.write(`${line}\n`))
      process.stdout.write(went ? 'It went as it should.\n' : 'It did NOT go as it should.\n')
      return went ? 0 : 1
    },
  }),
}

process.exit(await runTool(soakTool, process.argv.slice(2)))
