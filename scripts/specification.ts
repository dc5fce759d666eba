/** `npm run specification`: writes which tests prove what the specification says. */
import { writeFileSync } from 'node:fs'
import { coveragePage, faultsOf } from './specification/coverage.ts'
import { PAGE, readProofs, STATEMENTS } from './specification/read.ts'

const proofs = readProofs()
writeFileSync(new URL(`../${PAGE}`, import.meta.url), coveragePage(STATEMENTS, proofs))
const faults = faultsOf(STATEMENTS, proofs)
for (const fault of faults) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0
