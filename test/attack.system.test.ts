import { callers } from '../tools/lab/attack/callers.ts'
import { damagedDocuments } from '../tools/lab/attack/damaged-documents.ts'
import { edgeCases } from '../tools/lab/attack/edge-cases.ts'
import { forgedIdentity } from '../tools/lab/attack/forged-identity.ts'
import { idleConnections } from '../tools/lab/attack/idle-connections.ts'
import { describeAttacks } from './support/describe-attacks.ts'

/** The suites that cost least; `npm run test:nightly` runs all. */
const CHEAP = [callers, damagedDocuments, edgeCases, forgedIdentity, idleConnections]

describeAttacks(
  CHEAP.map((suite) => ({ ...suite, attacks: suite.attacks.filter(({ quick }) => quick) })),
  90_000,
)
