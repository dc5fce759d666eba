import { alarms } from './alarms.ts'
import { moreAlarms } from './more-alarms.ts'
import { outages } from './outages.ts'
import { restore } from './restore.ts'

/** What operators should have seen once before they need it. */
const DRILLS = { alarms, 'more-alarms': moreAlarms, outages, restore }

const [wanted = ''] = process.argv.slice(2)
const drill = Object.entries(DRILLS).find(([name]) => name === wanted)?.[1]
if (!drill) {
  process.stderr.write(`npm run drill -- <${Object.keys(DRILLS).join('|')}>\n`)
  process.exit(2)
}
const went = await drill((line) => process.stdout.write(`${line}\n`))
process.stdout.write(went ? 'It went as it should.\n' : 'It did NOT go as it should.\n')
process.exit(went ? 0 : 1)
