import { KidNotFoundInJwksError } from 'aws-jwt-verify/error'
import type { Metrics } from '@landscape/http'
import { unwatched, watching, type WatchFetches } from './fetch-keys.ts'

/**
 * Figures of the public keys that tokens are judged by: how old they are, and how often they could not be
 * fetched. Nothing is counted without metrics.
 */
export function keyFigures(metrics: Metrics | undefined): WatchFetches {
  if (!metrics) return unwatched
  const fetches = metrics.counter(
    'landscape_key_fetches_total',
    'Fetches of public keys: fetched, unknown (the load balancer has no such key), failed',
    ['keys', 'outcome'],
  )
  let lastFetch: number | undefined
  metrics.reading({
    name: 'landscape_identity_provider_keys_age_seconds',
    help: "Time since the identity provider's keys were last fetched; absent until they have been",
    read: () => (lastFetch === undefined ? undefined : (performance.now() - lastFetch) / 1_000),
  })
  return watching((source, error) => {
    if (source === 'identity provider' && error === undefined) lastFetch = performance.now()
    fetches({ keys: source, outcome: outcomeOf(error) })
  })
}

function outcomeOf(error: unknown): string {
  if (error === undefined) return 'fetched'
  return error instanceof KidNotFoundInJwksError ? 'unknown' : 'failed'
}
