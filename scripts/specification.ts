/** `npm run specification`: the table of its arguments. */
import { writeFileSync } from 'node:fs'
import { command, runTool } from '@landscape/config'
import { coveragePage, faultsOf } from './specification/coverage.ts'
import { PAGE, readProofs, STATEMENTS } from './specification/read.ts'

const specificationTool = {
  name: 'specification',
  ...command({
    about: `Writes ${PAGE}: which tests prove what the specification says.`,
    notes:
      'Ends with 1 when a statement has no test, or a test names a statement that is not there.',
    examples: [''],
    run() {
      const proofs = readProofs()
      writeFileSync(new URL(`../${PAGE}`, import.meta.url), coveragePage(STATEMENTS, proofs))
      const faults = faultsOf(STATEMENTS, proofs)
      for (const fault of faults) console.error(fault)
      return faults.length > 0 ? 1 : 0
    },
  }),
}

process.exitCode = await runTool(specificationTool, process.argv.slice(2))
