/** `npm run attack`: the table of its arguments. */
import { runTool } from '../../command-line/run-tool.ts'
import { command, UsageError } from '../../command-line/tool.ts'
import { runSuite } from './attack.ts'
import { SUITES } from './suites.ts'

const attackTool = {
  name: 'attack',
  ...command({
    about: 'Runs the known attacks against processes that it starts on this machine.',
    notes:
      'Exits with 1 when an attack succeeds. ' +
      `Suites:\n${SUITES.map(({ name }) => `  ${name}`).join('\n')}`,
    arguments: { '[suite]': 'a suite or a part of its name; default: all' },
    examples: ['', '"costly requests"'],
    async run([wanted = '']) {
      const chosen = SUITES.filter(({ name }) => name.includes(wanted))
      if (chosen.length === 0) {
        const names = SUITES.map(({ name }) => `  ${name}`).join('\n')
        throw new UsageError(`Unknown [suite] "${wanted}". Known:\n${names}`)
      }
      return attack(chosen)
    },
  }),
}

async function attack(chosen: typeof SUITES): Promise<number> {
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
  process.stdout.write(broken === 0 ? 'All attacks held.\n' : `${broken} attacks succeeded.\n`)
  return broken === 0 ? 0 : 1
}

process.exit(await runTool(attackTool, process.argv.slice(2)))
