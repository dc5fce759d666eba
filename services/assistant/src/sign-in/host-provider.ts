import { DomainError } from '@landscape/contracts/errors/domain-error'
import { redactText } from '@landscape/http/telemetry/redact'
import { z } from 'zod'
import type { HostFetch } from '../host/host-fetch.ts'
import type { ExchangeRequest, OAuthProvider } from './provider.ts'

export interface HostProviderOptions {
  /** Base URL of the host's web pages. */
  webUrl: string
  clientId: string
  clientSecret: string
  fetch: HostFetch
  timeoutMs?: number
}

const SCOPE = 'user:email read:org'
const MAX_RESPONSE_BYTES = 64_000
const MAX_REASON_LENGTH = 300
const DEFAULT_RETRY_S = 60
const MAX_RETRY_S = 900

/** The host reports errors with status 200. The token must fit into a cookie and a header. */
const ExchangeResponse = z.looseObject({
  access_token: z
    .string()
    .regex(/^[\w.~+/=-]{1,1024}$/)
    .optional(),
  error: z.string().optional(),
  error_description: z.string().optional(),
})

/** The OAuth endpoints of the source-control host. */
export function createHostProvider(options: HostProviderOptions): OAuthProvider {
  const { webUrl, clientId, clientSecret } = options
  return {
    authorizeUrl({ redirectUri, state, codeChallenge }) {
      const url = new URL(`${webUrl}/login/oauth/authorize`)
      url.searchParams.set('client_id', clientId)
      url.searchParams.set('redirect_uri', redirectUri)
      url.searchParams.set('scope', SCOPE)
      url.searchParams.set('state', state)
      if (codeChallenge !== undefined) {
        url.searchParams.set('code_challenge', codeChallenge)
        url.searchParams.set('code_challenge_method', 'S256')
      }
      return url.href
    },

    async exchange(request) {
      const { isOk, content } = await requestToken(
        options,
        new URLSearchParams({
          client_id: clientId,
          client_secret: clientSecret,
          code: request.code,
          redirect_uri: request.redirectUri,
          scope: SCOPE,
          ...(request.codeVerifier !== undefined && { code_verifier: request.codeVerifier }),
        }),
      )
      const { access_token: token, error, error_description: description } = content
      const reason = description ?? error
      if (reason !== undefined) {
        const faults = [{ path: ['code'], detail: 'was rejected by the source-control host' }]
        throw new DomainError('invalid-input', presentable(reason, request, clientSecret), {
          faults,
        })
      }
      if (!isOk) throw exchangeFailed('rejected')
      if (token === undefined) {
        const faults = [{ path: ['code'], detail: 'yielded no token' }]
        throw new DomainError('invalid-input', 'The source-control host returned no token', {
          faults,
        })
      }
      return token
    },
  }
}

async function requestToken(
  { webUrl, fetch, timeoutMs = 10_000 }: HostProviderOptions,
  body: URLSearchParams,
) {
  const { origin } = new URL(webUrl)
  const isAllowed = (url: URL) => url.origin === origin
  try {
    const response = await fetch({ isAllowed, timeoutMs, maxBytes: MAX_RESPONSE_BYTES })(
      `${webUrl}/login/oauth/access_token`,
      { method: 'POST', headers: { accept: 'application/json' }, body },
    )
    if (response.status === 429 || response.status >= 500) {
      throw response.status === 429
        ? tooMany(response.headers.get('retry-after'))
        : exchangeFailed(`returned ${response.status}`)
    }
    return { isOk: response.ok, content: ExchangeResponse.parse(await response.json()) }
  } catch (error) {
    if (error instanceof DomainError) throw error
    // A parser's message may quote a token, so only the name of the error is kept.
    throw exchangeFailed(Error.isError(error) ? error.name : 'unknown')
  }
}

function exchangeFailed(reason: string): DomainError {
  return new DomainError('failed', 'Internal Server Error', {
    cause: new Error(`The exchange of a code failed: ${reason}`),
  })
}

function tooMany(retryAfter: string | null): DomainError {
  const seconds = Number(retryAfter)
  return new DomainError('rate-limited', 'Too many sign-ins. Please try again later.', {
    reason: 'sign-ins',
    retryAfter: seconds > 0 ? Math.min(Math.ceil(seconds), MAX_RETRY_S) : DEFAULT_RETRY_S,
  })
}

/** The host's reason without the secrets that it may contain. */
function presentable(reason: string, { code, codeVerifier }: ExchangeRequest, secret: string) {
  const secrets = [code, codeVerifier, secret].filter((text) => text !== undefined && text !== '')
  const clean = secrets.reduce<string>(
    (text, s) => text.replaceAll(String(s), '[redacted]'),
    reason,
  )
  return redactText(clean).slice(0, MAX_REASON_LENGTH)
}
