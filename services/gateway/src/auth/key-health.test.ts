import { FetchError, KidNotFoundInJwksError } from 'aws-jwt-verify/error'
import { describe, expect, it } from '@jest/globals'
import { KeysAway, type KeySource } from './fetch-keys.ts'
import { createKeyHealth } from './key-health.ts'

const keys = new ArrayBuffer(1)

/** What is said of a source after fetches that end like this, the last one last. */
async function stateAfter(source: KeySource, ...ends: (Error | undefined)[]) {
  const { watch, checks } = createKeyHealth()
  for (const end of ends) {
    const fetch = async () => {
      if (end) throw end
      return keys
    }
    const outcome = watch(source, { fetch }).fetch('https://keys.example')
    if (end) await expect(outcome).rejects.toBe(end)
    else expect(await outcome).toBe(keys)
  }
  return checks[source.replace(' ', '-')]!().then(
    () => 'ok',
    (error: Error) => error.message,
  )
}

const away = new KeysAway('https://keys.example', 'nobody there')
const refused = new FetchError('https://keys.example', 'status 403')
const unknown = new KidNotFoundInJwksError('no such key')
const FAILED = 'keys cannot be fetched'

describe('createKeyHealth', () => {
  it.each(['identity provider', 'load balancer'] as const)(
    'says of the %s what its last fetch saw',
    async (source) => {
      expect(await stateAfter(source)).toBe('ok')
      expect(await stateAfter(source, away)).toBe(FAILED)
      expect(await stateAfter(source, away, undefined)).toBe('ok')
    },
  )

  it('takes any refusal of the identity provider for a fault', async () => {
    expect(await stateAfter('identity provider', refused)).toBe(FAILED)
  })

  it('takes nothing that a made-up key id brings about for one of the load balancer', async () => {
    expect(await stateAfter('load balancer', refused, unknown)).toBe('ok')
    expect(await stateAfter('load balancer', away, unknown)).toBe(FAILED)
  })
})
