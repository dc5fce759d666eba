import { JwtWithoutValidKidError } from 'aws-jwt-verify/error'
import { SimpleJwksCache } from 'aws-jwt-verify/jwk'

type Jwks = Awaited<ReturnType<SimpleJwksCache['getJwks']>>
type Jwk = Jwks['keys'][number]
type FoundJwk = Awaited<ReturnType<SimpleJwksCache['getJwk']>>
type Jwt = Parameters<SimpleJwksCache['getJwk']>[1]

/** Types of keys by the first letters of an algorithm (RFC 7518 §3.1, RFC 8037). */
const KEY_TYPES: ReadonlyMap<string, string> = new Map([
  ['RS', 'RSA'],
  ['PS', 'RSA'],
  ['ES', 'EC'],
  ['Ed', 'OKP'],
])

/**
 * Key sets of a provider. A token without a key id belongs to the only key of the set that fits its algorithm:
 * the id is required only with several keys (OpenID Connect Core 1.0 §10.1).
 */
export class KeySetCache extends SimpleJwksCache {
  readonly #sets = new Map<string, Jwks>()

  override async getJwks(uri: string): Promise<Jwks> {
    const set = await super.getJwks(uri)
    this.#sets.set(uri, set)
    return set
  }

  override async getJwk(uri: string, jwt: Jwt): Promise<FoundJwk> {
    const { kid, alg } = jwt.header
    if (kid !== undefined) return super.getJwk(uri, jwt)
    const { keys } = this.#sets.get(uri) ?? (await this.getJwks(uri))
    const [only, ...others] = keys.filter((key) => fits(key, String(alg)))
    // The key objects of keys without an id are not cached.
    if (only && others.length === 0) return { ...only, kid: only.kid ?? '' }
    throw new JwtWithoutValidKidError('several keys or none may have signed the token')
  }
}

function fits({ kty, use, alg }: Jwk, wanted: string): boolean {
  const isForSignatures = use === undefined || use === 'sig'
  return isForSignatures && (alg ?? wanted) === wanted && KEY_TYPES.get(wanted.slice(0, 2)) === kty
}
