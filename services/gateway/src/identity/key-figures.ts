import { KidNotFoundInJwksError } from 'aws-jwt-verify/error'
import type { Metrics } from '@landscape/http'
import { unwatched, type KeySource, type WatchFetches } from './fetch-keys.ts'

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
  const lastFetch = new Map<KeySource, number>()
  metrics.reading({
    name: 'landscape_identity_provider_keys_age_seconds',
    help: "Time since the identity provider's keys were last fetched; absent until they have been",
    read: () => {
      const at = lastFetch.get('identity provider')
      return at === undefined ? undefined : (performance.now() - at) / 1_000
    },
  })
  return (source, fetcher) => ({
    async fetch(uri) {
      try {
        const keys = await fetcher.fetch(uri)
        lastFetch.set(source, performance.now())
        fetches({ keys: source, outcome: 'fetched' })
        return keys
      } catch (error) {
        const isUnknown = error instanceof KidNotFoundInJwksError
        fetches({ keys: source, outcome: isUnknown ? 'unknown' : 'failed' })
        throw error
      }
    },
  })
}
