import { runSuite } from './attack.ts'
import { SUITES } from './suites.ts'

const [wanted] = process.argv.slice(2)
const chosen = SUITES.filter(({ name }) => wanted === undefined || name.includes(wanted))
if (chosen.length === 0) {
  const names = SUITES.map(({ name }) => `  ${name}`).join('\n')
  process.stderr.write(`No attack is called "${wanted}". There are:\n${names}\n`)
  process.exit(2)
}

let broken = 0
for (const suite of chosen) {
  process.stdout.write(`${suite.name}\n`)
  const missing = suite.missing?.()
  if (missing !== undefined) {
    process.stdout.write(`  skipped: ${missing}\n`)
    continue
  }
  await runSuite(suite, ({ title }, { held, seen }) => {
    if (!held) broken++
    process.stdout.write(`  ${held ? 'held  ' : 'BROKEN'}  ${title}: ${seen}\n`)
  })
}
process.stdout.write(broken === 0 ? 'Everything held.\n' : `${broken} did not hold.\n`)
process.exit(broken === 0 ? 0 : 1)
