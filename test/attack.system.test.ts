import { callers } from '../tools/attack/callers.ts'
import { damagedDocuments } from '../tools/attack/damaged-documents.ts'
import { edgeCases } from '../tools/attack/edge-cases.ts'
import { forgedIdentity } from '../tools/attack/forged-identity.ts'
import { idleConnections } from '../tools/attack/idle-connections.ts'
import { describeAttacks } from './support/describe-attacks.ts'

/** The suites that cost least; `npm run test:nightly` runs all. */
const CHEAP = [callers, damagedDocuments, edgeCases, forgedIdentity, idleConnections]

describeAttacks(
  CHEAP.map((suite) => ({ ...suite, attacks: suite.attacks.filter(({ quick }) => quick) })),
  90_000,
)
