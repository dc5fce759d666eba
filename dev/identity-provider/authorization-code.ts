import { createHash, randomUUID } from 'node:crypto'
import type { TokenIssuer } from './token-issuer.ts'

/** Maximum number of codes that nobody has redeemed. */
const MAX_CODES = 100

/** The authorization code flow of a public client: PKCE with S256 (RFC 7636), without a secret. */
export interface CodeFlow {
  /** The page with a form for a person, or the address of the client's page with a code; undefined for an invalid request. */
  authorize: (query: URLSearchParams) => { page: string } | { location: string } | undefined
  /** The ID token of a code; undefined when it was issued for another request. */
  redeem: (form: URLSearchParams, issuer: TokenIssuer) => string | undefined
}

/** Creates the flow of a local provider. Anybody on this machine signs in as anybody. */
export function createCodeFlow(): CodeFlow {
  const requests = new Map<string, URLSearchParams>()
  return {
    authorize(query) {
      const redirect = query.get('redirect_uri') ?? ''
      const isCode = query.get('response_type') === 'code'
      const hasChallenge = query.get('code_challenge_method') === 'S256'
      if (!isLocalAddress(redirect) || !isCode || !hasChallenge) return undefined
      if (!query.get('login_hint')?.includes('@')) return { page: signInPage(query) }
      const code = randomUUID()
      requests.set(code, query)
      for (const oldest of [...requests.keys()].slice(0, -MAX_CODES)) requests.delete(oldest)
      const location = new URL(redirect)
      location.searchParams.set('code', code)
      location.searchParams.set('state', query.get('state') ?? '')
      return { location: location.href }
    },
    redeem(form, issuer) {
      const code = form.get('code') ?? ''
      const request = requests.get(code)
      requests.delete(code)
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url')
      const isSame = (name: string) => form.get(name) === request?.get(name)
      if (request?.get('code_challenge') !== challenge) return undefined
      if (!isSame('client_id') || !isSame('redirect_uri')) return undefined
      const groups = (request.get('groups') ?? '').split(',').filter((group) => group !== '')
      return issuer.idToken(
        { email: request.get('login_hint') ?? '', groups },
        { aud: form.get('client_id'), nonce: request.get('nonce') ?? undefined },
      )
    },
  }
}

/** Whether an address is an unencrypted one of this machine. */
export function isLocalAddress(address: string): boolean {
  return /^http:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?(?:\/|$)/.test(address)
}

function signInPage(query: URLSearchParams): string {
  const hidden = [...query]
    .filter(([name]) => name !== 'login_hint' && name !== 'groups')
    .map(
      ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
    )
  return `<!doctype html><title>Local identity provider</title><form>
<label>E-mail <input name="login_hint" type="email" value="kim@acme.example" required></label>
<label>Groups <input name="groups" value="admin,reviewer"></label>
${hidden.join('\n')}
<button>Sign in</button></form>`
}

function escaped(text: string): string {
  return text.replaceAll(/[&<"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
