import type { Provider } from '../authenticate/discovery.ts'

/** The public client of an OpenID Connect provider with which `/docs` signs in. */
export interface DocsSignIn {
  clientId: string
  /** The provider, once its discovery document was read. */
  provider: () => Provider | undefined
}

/** Swagger UI sets inline styles, and loads pictures from `data:` and `blob:` URLs. */
const POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; frame-ancestors 'none'"

/** The content security policy of `/docs`: the page requests tokens from the provider. */
export function docsPolicy(signIn: DocsSignIn | undefined): string {
  const flow = flowOf(signIn)
  return flow ? `${POLICY}; connect-src 'self' ${new URL(flow.tokenUrl).origin}` : POLICY
}

/** The security scheme by which Swagger UI signs in: an authorization code with PKCE, and the ID token. */
export function signInScheme(signIn: DocsSignIn | undefined) {
  const flow = flowOf(signIn)
  if (!signIn || !flow) return {}
  return {
    identityProvider: {
      type: 'oauth2',
      description: 'Signs in at the identity provider; its ID token is sent with each request.',
      flows: { authorizationCode: { ...flow, scopes: SCOPES } },
      'x-tokenName': 'id_token',
      'x-client-id': signIn.clientId,
    },
  }
}

const SCOPES = {
  openid: 'the ID token',
  email: 'the e-mail address',
  profile: 'the name; some providers add the groups',
  groups: 'the groups, at providers with such a scope',
}

function flowOf(signIn: DocsSignIn | undefined) {
  const { authorizationEndpoint, tokenEndpoint } = signIn?.provider() ?? {}
  if (authorizationEndpoint === undefined || tokenEndpoint === undefined) return undefined
  return { authorizationUrl: authorizationEndpoint, tokenUrl: tokenEndpoint }
}
