/** `npm run simulate`: the table of its arguments. */
import { readNumber } from '../../command-line/read-arguments.ts'
import { runTool } from '../../command-line/run-tool.ts'
import { command } from '../../command-line/tool.ts'
import { summarise, isPassed } from './report.ts'
import { simulate } from './simulate.ts'

const MILLION = 1_000_000
const count = { min: 100, max: MILLION, isInteger: true }

const simulateTool = {
  name: 'simulate',
  ...command({
    about:
      'Simulates a working day of a large organisation against real processes on this machine.',
    notes: 'Ends with 1 when an edit was lost or a read was older than an edit.',
    arguments: { '[minutes]': 'duration in minutes, 1 to 720; 15 when absent' },
    options: {
      pace: { value: '<times>', about: 'speed relative to real time, 1 to 720; 4 when absent' },
      people: { value: '<number>', about: '50000 when absent' },
      repositories: { value: '<number>', about: '300000 when absent' },
      projects: { value: '<number>', about: 'at most 20000, the default' },
      seed: {
        value: '<text>',
        about: 'the same seed simulates the same day; "a working day" when absent',
      },
    },
    examples: ['15', '5 --pace 8 --people 1000 --repositories 5000 --projects 500'],
    async run([minutes = '15'], options) {
      const { pace = '4', people = '50000', repositories = '300000', projects = '20000' } = options
      const simulation = {
        minutes: readNumber('[minutes]', minutes, { min: 1, max: 720 }),
        pace: readNumber('--pace', pace, { min: 1, max: 720 }),
        people: readNumber('--people', people, count),
        repositories: readNumber('--repositories', repositories, count),
        // The maximum of the registry.
        projects: readNumber('--projects', projects, { ...count, max: 20_000 }),
        seed: options.seed ?? 'a working day',
      }
      const print = (line: string) => process.stdout.write(`${line}\n`)
      print(
        Object.entries(simulation)
          .map(([name, value]) => `${name}: ${value}`)
          .join(', '),
      )
      const outcome = await simulate(simulation, print)
      for (const line of summarise(outcome)) print(line)
      print(isPassed(outcome) ? 'Passed.' : 'FAILED.')
      return isPassed(outcome) ? 0 : 1
    },
  }),
}

process.exit(await runTool(simulateTool, process.argv.slice(2)))
