import type { Metrics } from '@landscape/http/telemetry/metrics'
import {
  IdentityRejected,
  type IdentityVerifier,
  type Rejection,
} from '../identity/identity-token.ts'
import type { Logger } from '@landscape/contracts/logger'

const QUIET_MS = 60_000

/** Probable cause of each rejection, for the operator. */
const CAUSES: Record<Rejection, string> = {
  form: 'the sender is not the gateway',
  signature: 'INTERNAL_TOKEN_SECRET differs from that of the gateway',
  expired: 'the clocks differ by more than a minute',
  'not yet valid': 'the clocks differ by more than a minute',
  audience: 'the gateway uses the address of this service for another one',
  claims: 'the gateway runs another version',
}

interface ReportDeps {
  logger: Logger
  metrics?: Metrics | undefined
  monotonic?: () => number
}

/**
 * Logs rejected identities, which callers see as 401: per reason the first, and then at most one line a
 * minute with their number.
 */
export function reportRejections(
  verifier: IdentityVerifier,
  { logger, metrics, monotonic = () => performance.now() }: ReportDeps,
): IdentityVerifier {
  const count = metrics?.counter(
    'landscape_identities_rejected_total',
    'Rejected identity headers, by reason',
    ['reason'],
  )
  const reported = new Map<Rejection, { at: number; since: number }>()
  const report = (reason: Rejection) => {
    count?.({ reason })
    const last = reported.get(reason)
    if (last && monotonic() - last.at < QUIET_MS) {
      last.since++
      return
    }
    const rejected = 1 + (last?.since ?? 0)
    reported.set(reason, { at: monotonic(), since: 0 })
    logger.warn({ reason, rejected }, `identities rejected: ${CAUSES[reason]}`)
  }
  return {
    audience: verifier.audience,
    async verify(token) {
      try {
        return await verifier.verify(token)
      } catch (error) {
        if (error instanceof IdentityRejected) report(error.reason)
        throw error
      }
    },
  }
}
