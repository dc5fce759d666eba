import type { Metrics } from '@landscape/http'
import { IdentityRefused, type IdentityVerifier, type Refusal } from '../identity/identity-token.ts'
import type { Logger } from '@landscape/contracts'

const QUIET_MS = 60_000

/** What an operator can do about it. */
const ADVICE: Record<Refusal, string> = {
  form: 'the sender is not the gateway',
  signature: 'INTERNAL_TOKEN_SECRET differs from that of the gateway',
  expired: 'the clocks differ by more than a minute',
  'not yet valid': 'the clocks differ by more than a minute',
  audience: 'the gateway has the address of another service for this one',
  claims: 'the gateway is of another version',
}

interface ReportDeps {
  logger: Logger
  metrics?: Metrics | undefined
  monotonic?: () => number
}

/**
 * Tells the operator when identities are refused, which callers see as 401: for each reason at once,
 * then once a minute with the number, however many there are.
 */
export function reportRefusals(
  verifier: IdentityVerifier,
  { logger, metrics, monotonic = () => performance.now() }: ReportDeps,
): IdentityVerifier {
  const count = metrics?.counter(
    'landscape_identities_refused_total',
    'Identity headers that were refused, by reason',
    ['reason'],
  )
  const reported = new Map<Refusal, { at: number; since: number }>()
  const report = (reason: Refusal) => {
    count?.({ reason })
    const last = reported.get(reason)
    if (last && monotonic() - last.at < QUIET_MS) {
      last.since++
      return
    }
    const refused = 1 + (last?.since ?? 0)
    reported.set(reason, { at: monotonic(), since: 0 })
    logger.warn({ reason, refused }, `refuses identities: ${ADVICE[reason]}`)
  }
  return {
    audience: verifier.audience,
    async verify(token) {
      try {
        return await verifier.verify(token)
      } catch (error) {
        if (error instanceof IdentityRefused) report(error.reason)
        throw error
      }
    },
  }
}
