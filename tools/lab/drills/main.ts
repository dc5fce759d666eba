/** `npm run drill`: the table of its arguments. */
import { runTool } from '../../command-line/run-tool.ts'
import { command } from '../../command-line/tool.ts'
import { alarms } from './alarms.ts'
import { restore } from './restore.ts'

/** Exercises for operators. */
const DRILLS = { alarms, restore }

const drillTool = {
  name: 'drill',
  ...command({
    about: 'Practises an outage on this machine with real processes and a temporary store.',
    notes: 'docs/operations.md describes each drill and its duration.',
    arguments: { '<drill>': { about: 'the drill to run', oneOf: Object.keys(DRILLS) } },
    examples: ['restore'],
    async run([name = '']) {
      const drill = DRILLS[name as keyof typeof DRILLS]
      const isPassed = await drill((line) => process.stdout.write(`${line}\n`))
      process.stdout.write(isPassed ? 'Passed.\n' : 'FAILED.\n')
      return isPassed ? 0 : 1
    },
  }),
}

process.exit(await runTool(drillTool, process.argv.slice(2)))
