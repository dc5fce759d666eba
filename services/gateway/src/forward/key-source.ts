import {
  AcceptedKeys,
  INTERNAL_KEY_USE_PATH,
  INTERNAL_KEYS_PATH,
} from '@landscape/contracts/api-keys'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { GATEWAY_IDENTITY } from '@landscape/runtime/identity/gateway-identity'
import { IDENTITY_HEADER, type IdentitySigner } from '@landscape/runtime/identity/identity-token'
import { readText, requestService } from './request-service.ts'
import type { Upstream } from './upstream.ts'
import type { KeySource } from '../authenticate/key-ring.ts'

interface KeySourceDeps {
  /** The admin-review service. */
  upstream: Upstream
  signer: IdentitySigner
}

interface Sent {
  method: 'GET' | 'POST'
  path: string
  /** The body. */
  sent?: object
  /** The status of a success. */
  expected: number
}

const TIMEOUT_MS = 3_000
const MAX_BYTES = 256 * 1024

/** Requests to the admin-review service, with the identity of the gateway. */
export function createKeySource({ upstream, signer }: KeySourceDeps): KeySource {
  /** The body of the response; throws for any other status than the expected one. */
  async function send({ method, path, sent, expected }: Sent): Promise<string> {
    const identity = await signer.sign(GATEWAY_IDENTITY, upstream.service)
    const headers = {
      [IDENTITY_HEADER]: identity,
      ...(sent && { 'content-type': 'application/json' }),
    }
    const body = sent && Buffer.from(JSON.stringify(sent))
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const request = { method, path, headers, body, signal }
    const { status, text } = await requestService(upstream, request, async (response) => ({
      status: response.statusCode,
      text: await readText(response, MAX_BYTES),
    }))
    if (status !== expected || text === undefined) throw new Error(`${path} returned ${status}`)
    return text
  }
  return {
    async fetchKeys() {
      try {
        const text = await send({ method: 'GET', path: INTERNAL_KEYS_PATH, expected: 200 })
        return AcceptedKeys.parse(JSON.parse(text)).keys
      } catch (cause) {
        throw new DomainError('unavailable', 'API keys cannot be verified at the moment', {
          reason: 'no api keys',
          cause,
          retryAfter: 5,
        })
      }
    },
    async reportUse(id) {
      await send({ method: 'POST', path: INTERNAL_KEY_USE_PATH, sent: { id }, expected: 204 })
    },
  }
}
