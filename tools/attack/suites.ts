import type { AttackSuite } from './attack.ts'
import { callers } from './callers.ts'
import { clocks } from './clocks.ts'
import { costlyRequests } from './costly-requests.ts'
import { damagedDocuments } from './damaged-documents.ts'
import { floods } from './floods.ts'
import { forgedIdentity } from './forged-identity.ts'
import { frozenRedis } from './frozen-redis.ts'
import { histories } from './histories.ts'
import { idleConnections } from './idle-connections.ts'
import { madeUpTokens } from './made-up-tokens.ts'
import { registry } from './registry.ts'
import { settings } from './settings.ts'
import { smallThings } from './small-things.ts'
import { stopping } from './stopping.ts'
import { unreadOutput } from './unread-output.ts'
import { uploads } from './uploads.ts'
import { unavailableServices } from './unavailable-services.ts'

/** Every attack that `npm run attack` makes; the quick ones are part of `npm run test:system`. */
export const SUITES: readonly AttackSuite[] = [
  damagedDocuments,
  floods,
  forgedIdentity,
  frozenRedis,
  histories,
  madeUpTokens,
  registry,
  settings,
  smallThings,
  stopping,
  callers,
  clocks,
  costlyRequests,
  idleConnections,
  unreadOutput,
  uploads,
  unavailableServices,
]
