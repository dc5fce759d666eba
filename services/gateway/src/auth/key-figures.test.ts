import { KidNotFoundInJwksError } from 'aws-jwt-verify/error'
import { describe, expect, it } from '@jest/globals'
import type { Metrics } from '@landscape/http'
import type { KeySource } from './fetch-keys.ts'
import { keyFigures } from './key-figures.ts'

const keys = new ArrayBuffer(1)

/** Figures, and a way to fetch keys of a source that ends like this. */
function figures() {
  const counted: Record<string, number> = {}
  let age: () => unknown = () => 'none'
  const metrics = {
    counter: (name, help, labels) => (values) => {
      expect(help).not.toBe('')
      expect(Object.keys(values)).toEqual(labels)
      const figure = [name, ...Object.values(values)].join(' ')
      counted[figure] = (counted[figure] ?? 0) + 1
    },
    reading({ name, help, read }) {
      expect(help).not.toBe('')
      expect(name).toBe('landscape_identity_provider_keys_age_seconds')
      age = read
    },
  } as Partial<Metrics> as Metrics
  const watch = keyFigures(metrics)
  const fetch = (source: KeySource, error?: Error) =>
    watch(source, { fetch: () => (error ? Promise.reject(error) : Promise.resolve(keys)) })
      .fetch('https://keys.example')
      .catch(() => undefined)
  return { counted, fetch, age: () => age() }
}

describe('keyFigures', () => {
  it('counts fetches by whose keys they are and how they end', async () => {
    const { counted, fetch } = figures()
    expect(await fetch('load balancer')).toBe(keys)
    await fetch('load balancer')
    await fetch('load balancer', new KidNotFoundInJwksError('no such key'))
    await fetch('identity provider', new Error('away'))
    expect(counted).toEqual({
      'landscape_key_fetches_total load balancer fetched': 2,
      'landscape_key_fetches_total load balancer unknown': 1,
      'landscape_key_fetches_total identity provider failed': 1,
    })
  })

  it("tells the age of the identity provider's keys, once they have been fetched", async () => {
    const { fetch, age } = figures()
    await fetch('load balancer')
    await fetch('identity provider', new Error('away'))
    expect(age()).toBeUndefined()
    const before = performance.now()
    await fetch('identity provider')
    const first = age() as number
    expect(first).toBeGreaterThanOrEqual(0)
    await fetch('identity provider', new Error('away'))
    await fetch('load balancer')
    expect(age()).toBeGreaterThan(first)
    expect(age()).toBeLessThanOrEqual((performance.now() - before) / 1_000)
  })

  it('leaves fetches as they are when nothing is counted', () => {
    const fetcher = { fetch: async () => keys }
    expect(keyFigures(undefined)('load balancer', fetcher)).toBe(fetcher)
  })
})
