/** `npm run drill`: the table of its arguments. */
import { command, runTool } from '@landscape/runtime'
import { alarms } from './alarms.ts'
import { moreAlarms } from './more-alarms.ts'
import { outages } from './outages.ts'
import { restore } from './restore.ts'

/** What operators should have seen once before they need it. */
const DRILLS = { alarms, 'more-alarms': moreAlarms, outages, restore }

const drillTool = {
  name: 'drill',
  ...command({
    about:
      'Practises an outage on this machine: real processes, a store of their own, no data of yours.',
    notes: 'docs/operations.md says what each drill shows and how long it takes.',
    arguments: { '<drill>': { about: 'which one', oneOf: Object.keys(DRILLS) } },
    examples: ['restore'],
    async run([name = '']) {
      const drill = DRILLS[name as keyof typeof DRILLS]
      const went = await drill((line) => process.stdout.write(`${line}\n`))
      process.stdout.write(went ? 'It went as it should.\n' : 'It did NOT go as it should.\n')
      return went ? 0 : 1
    },
  }),
}

process.exit(await runTool(drillTool, process.argv.slice(2)))
