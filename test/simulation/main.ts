import { parseArgs } from 'node:util'
import { z } from 'zod'
import { tell, wentWell } from './report.ts'
import { simulate } from './simulate.ts'

const count = (most: number) => z.coerce.number().int().min(100).max(most)
const Arguments = z.object({
  minutes: z.coerce.number().min(1).max(720),
  pace: z.coerce.number().min(1).max(720),
  people: count(1_000_000),
  repositories: count(1_000_000),
  // As many as the registry takes.
  projects: count(20_000),
  seed: z.string().max(100),
})
const USAGE =
  'npm run simulate -- [minutes] [--pace 4] [--people 50000] [--repositories 300000] [--projects 20000] [--seed text]\n'

function read(): z.infer<typeof Arguments> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      pace: { type: 'string', default: '4' },
      people: { type: 'string', default: '50000' },
      repositories: { type: 'string', default: '300000' },
      projects: { type: 'string', default: '20000' },
      seed: { type: 'string', default: 'a working day' },
    },
  })
  return Arguments.parse({ ...values, minutes: positionals[0] ?? '15' })
}

let simulation
try {
  simulation = read()
} catch {
  process.stderr.write(USAGE)
  process.exit(2)
}
const say = (line: string) => process.stdout.write(`${line}\n`)
say(
  Object.entries(simulation)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', '),
)
const outcome = await simulate(simulation, say)
for (const line of tell(outcome)) say(line)
say(wentWell(outcome) ? 'It went as it should.' : 'It did NOT go as it should.')
process.exit(wentWell(outcome) ? 0 : 1)
