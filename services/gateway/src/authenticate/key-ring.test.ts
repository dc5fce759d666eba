import { beforeEach, describe, expect, it } from '@jest/globals'
import { createKeyText } from '@landscape/contracts/api-key-text'
import type { AcceptedKeys } from '@landscape/contracts/api-keys'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { createKeyRing, MAX_KEYS_AGE_MS, MAX_UNKNOWN_AGE_MS } from './key-ring.ts'

type AcceptedKey = AcceptedKeys['keys'][number]

const START = Date.parse('2026-11-26T23:59:00.000Z')
const DAY_MS = 86_400_000
const MALFORMED = 'API key is malformed'
const UNKNOWN = 'API key is unknown, expired or revoked'

const { text, id, hash } = createKeyText()
const key: AcceptedKey = { id, hash, name: 'import', scope: 'registry', expiresAt: START + DAY_MS }

let now: number
let keys: AcceptedKey[]
let fetches: number
let isDown: boolean
let isReportFailing: boolean
let used: string[]
let warnings: unknown[]
beforeEach(() => {
  now = START
  keys = [key]
  fetches = 0
  isDown = false
  isReportFailing = false
  used = []
  warnings = []
})
const ring = () =>
  createKeyRing({
    source: {
      async fetchKeys() {
        fetches++
        if (isDown) throw new DomainError('unavailable', 'down', { retryAfter: 5 })
        return keys
      },
      async reportUse(one) {
        used.push(one)
        if (isReportFailing) throw new Error('down')
      },
    },
    logger: { warn: (...line: unknown[]) => void warnings.push(line) },
    now: () => now,
    monotonic: () => now,
  })
const rejected = (message: string) =>
  expect.objectContaining({ code: 'unauthenticated', message, reason: 'api key' })

describe('createKeyRing', () => {
  it.each([
    ['read', []],
    ['registry', []],
    ['admin', ['admin']],
  ] as const)('establishes the identity of a key of scope %s', async (scope, groups) => {
    keys = [{ ...key, scope }]
    expect(await ring().identify(text)).toEqual({
      subject: `key:${id}`,
      email: 'key:import',
      groups,
      keyScope: scope,
    })
  })

  it('rejects malformed keys without a request', async () => {
    const { identify } = ring()
    const swapped = text.slice(0, -1) + (text.endsWith('0') ? '1' : '0')
    for (const sent of [swapped, text.slice(0, -1), `${text}0`, 'lsk_'])
      await expect(identify(sent)).rejects.toEqual(rejected(MALFORMED))
    expect(fetches).toBe(0)
  })

  it('rejects guessed keys with one request', async () => {
    const { identify } = ring()
    for (let i = 0; i < 20; i++)
      await expect(identify(createKeyText().text)).rejects.toEqual(rejected(UNKNOWN))
    expect(fetches).toBe(1)
  })

  it('accepts a new key after at most a second', async () => {
    const { identify } = ring()
    keys = []
    await expect(identify(text)).rejects.toEqual(rejected(UNKNOWN))
    keys = [key]
    now += MAX_UNKNOWN_AGE_MS
    await expect(identify(text)).rejects.toEqual(rejected(UNKNOWN))
    now += 1
    expect(await identify(text)).toMatchObject({ email: 'key:import' })
    expect(fetches).toBe(2)
  })

  it('rejects another secret with the id of a key', async () => {
    keys = [{ ...key, hash: createKeyText().hash }]
    await expect(ring().identify(text)).rejects.toEqual(rejected(UNKNOWN))
    expect(used).toEqual([])
  })

  it('rejects a revoked key after at most 5 seconds', async () => {
    const { identify } = ring()
    await identify(text)
    keys = []
    now += MAX_KEYS_AGE_MS
    await identify(text)
    now += 1
    await expect(identify(text)).rejects.toEqual(rejected(UNKNOWN))
    expect(MAX_KEYS_AGE_MS).toBe(5_000)
  })

  it('rejects an expired key at once', async () => {
    keys = [{ ...key, expiresAt: START + 1_000 }]
    const { identify } = ring()
    now += 999
    await identify(text)
    now += 1
    await expect(identify(text)).rejects.toEqual(rejected(UNKNOWN))
    expect(fetches).toBe(1)
  })

  it('returns 503 while keys cannot be fetched, also for a key that it accepted', async () => {
    const { identify } = ring()
    await identify(text)
    isDown = true
    now += MAX_KEYS_AGE_MS + 1
    const unavailable = expect.objectContaining({ code: 'unavailable' })
    await expect(identify(text)).rejects.toEqual(unavailable)
    await expect(identify(createKeyText().text)).rejects.toEqual(unavailable)
    expect(fetches).toBe(2)
    isDown = false
    now += MAX_KEYS_AGE_MS + 1
    expect((await identify(text)).subject).toBe(`key:${id}`)
  })

  it('reports the first use of a key on each day', async () => {
    const { identify } = ring()
    for (let i = 0; i < 3; i++) await identify(text)
    expect(used).toEqual([id])
    now += 60_000
    await identify(text)
    await identify(text)
    expect(used).toEqual([id, id])
  })

  it('reports a use again a minute after a failure', async () => {
    const { identify } = ring()
    now -= 3_600_000
    isReportFailing = true
    await identify(text)
    await identify(text)
    expect([used, warnings.length]).toEqual([[id], 1])
    now += 60_000
    await identify(text)
    expect(used).toEqual([id, id])
  })
})
