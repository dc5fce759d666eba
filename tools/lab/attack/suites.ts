import type { AttackSuite } from './attack.ts'
import { callers } from './callers.ts'
import { clocks } from './clocks.ts'
import { costlyRequests } from './costly-requests.ts'
import { frozenRedis } from './frozen-redis.ts'
import { madeUpTokens } from './made-up-tokens.ts'
import { unreadOutput } from './unread-output.ts'
import { uploads } from './uploads.ts'
import { unavailableServices } from './unavailable-services.ts'

/** The attacks of `npm run attack` and `npm run test:nightly`. */
export const SUITES: readonly AttackSuite[] = [
  frozenRedis,
  madeUpTokens,
  callers,
  clocks,
  costlyRequests,
  unreadOutput,
  uploads,
  unavailableServices,
]
