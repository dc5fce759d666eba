import { DomainError } from '@landscape/contracts/errors/domain-error'
import { notConfigured } from '../host/fallback-sources.ts'

/** Parameters of the host's sign-in page. */
interface AuthorizeRequest {
  redirectUri: string
  state: string
  /** S256 challenge (RFC 7636); absent when PKCE is off. */
  codeChallenge?: string
}

export interface ExchangeRequest {
  code: string
  redirectUri: string
  codeVerifier?: string
}

/** The OAuth endpoints of the host. */
export interface OAuthProvider {
  /** @throws DomainError `unavailable` naming the settings that are missing */
  authorizeUrl(request: AuthorizeRequest): string
  /**
   * Exchanges a code for the user's token.
   * @throws DomainError `invalid-input` with the host's reason, `rate-limited`, or `failed` when the host
   *   is unavailable
   */
  exchange(request: ExchangeRequest): Promise<string>
}

const SAMPLE_CODE = 'sample-code'
const SAMPLE_TOKEN = 'sample-user-token'

/** Signs in the sample user without consent, for development without a source-control host. */
export const sampleProvider: OAuthProvider = {
  authorizeUrl({ redirectUri, state }) {
    const url = new URL(redirectUri)
    url.searchParams.set('code', SAMPLE_CODE)
    url.searchParams.set('state', state)
    return url.href
  },
  async exchange({ code }) {
    if (code === SAMPLE_CODE) return SAMPLE_TOKEN
    const faults = [{ path: ['code'], detail: 'is incorrect or expired' }]
    throw new DomainError('invalid-input', 'The code passed is incorrect or expired.', { faults })
  },
}

/** A provider without configuration: every method fails with the names of the missing settings. */
export function createUnconfiguredProvider(missing: readonly string[]): OAuthProvider {
  return {
    authorizeUrl() {
      throw notConfigured(missing)
    },
    exchange: () => Promise.reject(notConfigured(missing)),
  }
}
