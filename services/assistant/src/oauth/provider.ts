/** What the address of the host's sign-in page says. */
export interface AuthorizeRequest {
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
