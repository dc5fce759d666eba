import type { AttackSuite } from './attack.ts'
import { callers } from './callers.ts'
import { clocks } from './clocks.ts'
import { costlyRequests } from './costly-requests.ts'
import { damagedDocuments } from './damaged-documents.ts'
import { edgeCases } from './edge-cases.ts'
import { floods } from './floods.ts'
import { forgedIdentity } from './forged-identity.ts'
import { frozenRedis } from './frozen-redis.ts'
import { histories } from './histories.ts'
import { idleConnections } from './idle-connections.ts'
import { madeUpTokens } from './made-up-tokens.ts'
import { registry } from './registry.ts'
import { settings } from './settings.ts'
import { stopping } from './stopping.ts'
import { unreadOutput } from './unread-output.ts'
import { uploads } from './uploads.ts'
import { unavailableServices } from './unavailable-services.ts'

/** The attacks of `npm run attack` and `npm run test:nightly`. */
export const SUITES: readonly AttackSuite[] = [
  damagedDocuments,
  edgeCases,
  floods,
  forgedIdentity,
  frozenRedis,
  histories,
  madeUpTokens,
  registry,
  settings,
  stopping,
  callers,
  clocks,
  costlyRequests,
  idleConnections,
  unreadOutput,
  uploads,
  unavailableServices,
]
