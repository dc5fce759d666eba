import { createLastUse, type Check } from '@landscape/service'
import { KeysAway, watching, type WatchFetches } from './fetch-keys.ts'

/** Whether keys could be had when they were last fetched. */
export interface KeyHealth {
  watch: WatchFetches
  checks: Readonly<Record<string, Check>>
}

/**
 * Watches the fetches of keys. Which of the load balancer's keys are fetched is up to callers, who make
 * ids up: there only that nobody answers, or with a fault of their own, is worth a report.
 */
export function createKeyHealth(): KeyHealth {
  const uses = { 'identity provider': createLastUse(), 'load balancer': createLastUse() }
  return {
    watch: watching((source, error) => {
      if (error === undefined) uses[source].worked()
      else if (source === 'identity provider' || error instanceof KeysAway)
        uses[source].failed('keys cannot be fetched')
    }),
    checks: {
      'identity-provider': uses['identity provider'].check,
      'load-balancer': uses['load balancer'].check,
    },
  }
}
