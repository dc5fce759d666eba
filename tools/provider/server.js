/** A real OpenID Connect provider for system tests: any name and password sign in. Arguments: port, clients as JSON. */
import { Provider } from 'oidc-provider'

const [port, clients = '[]'] = process.argv.slice(2)
const issuer = `http://127.0.0.1:${port}`

/** `kim` is an administrator, everybody else an ordinary user. */
function claimsOf(name) {
  return {
    sub: name,
    // Without it oauth2-proxy requests the user info, for which these access tokens are not meant.
    preferred_username: name,
    email: `${name}@acme.example`,
    email_verified: name !== 'unverified',
    groups: name === 'kim' ? ['landscape-admins'] : ['guests'],
  }
}

const provider = new Provider(issuer, {
  clients: JSON.parse(clients),
  findAccount: (_context, name) => ({ accountId: name, claims: () => claimsOf(name) }),
  claims: { openid: ['sub', 'groups', 'preferred_username'], email: ['email', 'email_verified'] },
  // Claims of scopes in the ID token, where the gateway reads them.
  conformIdTokenClaims: false,
  // Access tokens are JWTs for the gateway, with the same claims.
  features: {
    resourceIndicators: {
      enabled: true,
      defaultResource: () => 'urn:landscape',
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        scope: 'openid email',
        audience: 'landscape',
        accessTokenFormat: 'jwt',
      }),
    },
  },
  extraTokenClaims: (_context, { accountId }) => claimsOf(accountId),
  clientBasedCORS: () => true,
  cookies: { keys: ['only for tests'] },
})
provider.listen(Number(port), '127.0.0.1', () => console.log(`Provider on ${issuer}`))
