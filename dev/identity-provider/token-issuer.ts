import { generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto'
import type { Pool } from './local-pool.ts'

/** Subject of a token. */
export interface Person {
  email: string
  groups: readonly string[]
  /** Id at the provider; derived from the e-mail address when absent. */
  subject?: string
}

/** Claims that replace the default ones; `undefined` removes one. */
type Claims = Readonly<Record<string, unknown>>

export interface TokenIssuer {
  idToken: (person: Person, claims?: Claims) => string
  accessToken: (person: Person, claims?: Claims) => string
  /** Value of the load balancer's header `x-amzn-oidc-data`. */
  loadBalancerToken: (person: Person, claims?: Claims, header?: Claims) => string
  /** Request headers of a person, as the load balancer and the web client send them. */
  headersFor: (person: Person) => Record<string, string>
  /** The provider's public key set. */
  keySet: () => { keys: object[] }
  /** The load balancer's public key with this id, as PEM. */
  loadBalancerKey: (kid: string) => string | undefined
  /** Replaces the keys, which invalidates all issued tokens. */
  rotate: () => void
  /** The current private keys, for forged tokens in tests. */
  keys: () => IssuerKeys
}

export interface IssuerKeys {
  idp: SigningKey
  loadBalancer: SigningKey
}

interface SigningKey {
  kid: string
  privateKey: KeyObject
  publicKey: KeyObject
}

const LIFETIME_S = 3600

/** Issues tokens like the user pool and the load balancer, by default with new keys. */
export function createTokenIssuer(
  pool: Pool,
  now: () => number = Date.now,
  keys: IssuerKeys = { idp: rsaKey(), loadBalancer: ecKey() },
): TokenIssuer {
  let { idp, loadBalancer } = keys
  const payloads = createPayloads(pool, now)
  const byIdp = (payload: object) =>
    signToken({ kid: idp.kid, alg: 'RS256' }, payload, idp.privateKey)

  const issue: Pick<TokenIssuer, 'idToken' | 'accessToken' | 'loadBalancerToken'> = {
    idToken: (person, claims) => byIdp({ ...payloads.id(person), ...claims }),
    accessToken: (person, claims) => byIdp({ ...payloads.access(person), ...claims }),
    loadBalancerToken: (person, claims, header) => {
      const { head, payload } = payloads.loadBalancer(person)
      return signToken(
        { typ: 'JWT', kid: loadBalancer.kid, alg: 'ES256', ...head, ...header },
        { ...payload, ...claims },
        loadBalancer.privateKey,
        { padded: true },
      )
    },
  }
  return {
    ...issue,
    headersFor: (person) => ({
      authorization: issue.idToken(person),
      'x-amzn-oidc-data': issue.loadBalancerToken(person),
      'x-amzn-oidc-accesstoken': issue.accessToken(person),
    }),
    keySet: () => ({
      keys: [
        { ...idp.publicKey.export({ format: 'jwk' }), kid: idp.kid, alg: 'RS256', use: 'sig' },
      ],
    }),
    loadBalancerKey: (kid) =>
      kid === loadBalancer.kid
        ? loadBalancer.publicKey.export({ type: 'spki', format: 'pem' }).toString()
        : undefined,
    rotate: () => {
      idp = rsaKey()
      loadBalancer = ecKey()
    },
    keys: () => ({ idp, loadBalancer }),
  }
}

/** The claims of each kind of token. */
function createPayloads(pool: Pool, now: () => number) {
  const region = pool.userPoolId.split('_', 1)[0] ?? ''
  const iss = `https://cognito-idp.${region}.amazonaws.com/${pool.userPoolId}`
  const base = ({ email, subject }: Person) => {
    const seconds = Math.floor(now() / 1000)
    return {
      sub: subject ?? `local-${email.toLowerCase()}`,
      iss,
      iat: seconds,
      auth_time: seconds,
      exp: seconds + LIFETIME_S,
    }
  }
  return {
    id: (person: Person) => ({
      ...base(person),
      aud: pool.clientId,
      token_use: 'id',
      email: person.email,
      email_verified: true,
      'cognito:groups': person.groups,
    }),
    access: (person: Person) => ({
      ...base(person),
      client_id: pool.clientId,
      token_use: 'access',
      scope: 'openid email',
      'cognito:groups': person.groups,
    }),
    loadBalancer: (person: Person) => {
      const { sub, exp } = base(person)
      return {
        head: { iss, client: pool.clientId, signer: pool.loadBalancerArn, exp },
        payload: { sub, email_verified: 'true', email: person.email, username: sub, exp, iss },
      }
    },
  }
}

function rsaKey(): SigningKey {
  return { kid: randomUUID(), ...generateKeyPairSync('rsa', { modulusLength: 2048 }) }
}

function ecKey(): SigningKey {
  return { kid: randomUUID(), ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) }
}

/** A part of a token; the load balancer pads its base64url, the identity provider does not. */
export function encodePart(value: unknown, { padded = false } = {}): string {
  const text = Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString(
    'base64url',
  )
  return padded ? text.padEnd(Math.ceil(text.length / 4) * 4, '=') : text
}

/** A signed token (RFC 7515): RS256 with an RSA key, ES256 with an EC key. */
export function signToken(
  header: Readonly<Record<string, unknown>>,
  payload: unknown,
  key: KeyObject,
  { padded = false } = {},
): string {
  const input = `${encodePart(header, { padded })}.${encodePart(payload, { padded })}`
  const signature = sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' })
  return `${input}.${signature.toString('base64url')}${padded ? '==' : ''}`
}
