import { DomainError } from '@landscape/errors'
import { notConfigured } from '../host/stand-ins.ts'

/** What the address of the host's sign-in page says. */
interface AuthorizeRequest {
  redirectUri: string
  state: string
  /** S256 challenge (RFC 7636); absent when the host does without. */
  codeChallenge?: string
}

export interface ExchangeRequest {
  code: string
  redirectUri: string
  codeVerifier?: string
}

/** The host at which users sign in. */
export interface OAuthProvider {
  /** @throws DomainError `unavailable` naming the settings that are missing */
  authorizeUrl(request: AuthorizeRequest): string
  /**
   * Exchanges a code for the user's token.
   * @throws DomainError `invalid-input` with the host's reason, `rate-limited`, `failed` when it did not
   *   answer
   */
  exchange(request: ExchangeRequest): Promise<string>
}

const SAMPLE_CODE = 'sample-code'
const SAMPLE_TOKEN = 'sample-user-token'

/** Signs the sample user in without asking: development without a source-control host. */
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

/**
 * A provider that nobody set up.
 *
 * @param missing names of the settings that signing in needs
 */
export function createUnconfiguredProvider(missing: readonly string[]): OAuthProvider {
  return {
    authorizeUrl() {
      throw notConfigured(missing)
    },
    exchange: () => Promise.reject(notConfigured(missing)),
  }
}
