import type { Person, TokenIssuer } from './token-issuer.ts'

const CLIENT = 'landscape-local'

/** The discovery document of the local provider (OpenID Connect Discovery 1.0 §3). */
export function discoveryDocument(issuer: string, keySetPath: string): object {
  return {
    issuer,
    jwks_uri: `${issuer}${keySetPath}`,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    end_session_endpoint: `${issuer}/end-session`,
    id_token_signing_alg_values_supported: ['RS256', 'HS256'],
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
  }
}

/** Issues ID tokens of an OpenID Connect provider at an address, with the keys of an issuer. */
export function createProviderIssuer(issuer: TokenIssuer, address: string): TokenIssuer {
  const idToken: TokenIssuer['idToken'] = (person, claims) =>
    issuer.idToken(person, {
      iss: address,
      aud: CLIENT,
      groups: person.groups,
      'cognito:groups': undefined,
      token_use: undefined,
      ...claims,
    })
  const headersFor = (person: Person) => ({ authorization: `Bearer ${idToken(person)}` })
  return { ...issuer, idToken, headersFor }
}

/** Settings under which the gateway accepts the tokens of the local provider at an address. */
export function providerSettings(address: string): Record<string, string> {
  return { OIDC_ISSUER: address, OIDC_AUDIENCE: CLIENT, TRUSTED_PROXIES: '0' }
}
