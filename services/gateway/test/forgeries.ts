import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto'
import {
  encodePart,
  LOCAL_POOL,
  signToken,
  type TokenIssuer,
} from '@landscape/dev/identity-provider'

type Kind = 'id' | 'access' | 'loadBalancer'
type Claims = Record<string, unknown>

/** A damaged or forged token, and the kind of valid token that it replaces. */
export interface Forgery {
  name: string
  kind: Kind
  token: string
}

const kim = { email: 'kim@acme.example', groups: ['admin'] }
const REGION = 'xx-local-1'
const hour = 3600
const seconds = () => Math.floor(Date.now() / 1000)
const foreignRsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const foreignEc = generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** Returns all forgeries for each of the three kinds of token. */
export function forgeries(issuer: TokenIssuer): Forgery[] {
  return (['id', 'access', 'loadBalancer'] as const).flatMap((kind) =>
    [...byClaims(issuer, kind), ...byHeader(issuer, kind), ...byBytes(issuer, kind)].map(
      ([name, token]) => ({ name, kind, token }),
    ),
  )
}

function issue(issuer: TokenIssuer, kind: Kind, claims: Claims = {}): string {
  if (kind === 'id') return issuer.idToken(kim, claims)
  if (kind === 'access') return issuer.accessToken(kim, claims)
  return issuer.loadBalancerToken(kim, claims)
}

/** Tokens with a valid signature and invalid claims. */
function byClaims(issuer: TokenIssuer, kind: Kind): [string, string][] {
  const pool = 'https://cognito-idp.xx-local-1.amazonaws.com'
  const cases: [string, Claims][] = [
    ['expired', { exp: seconds() - 60 }],
    ['expired long ago', { exp: 1 }],
    ['without exp', { exp: undefined }],
    ['exp as a string', { exp: String(seconds() + hour) }],
    ['exp null', { exp: null }],
    ['not valid yet', { nbf: seconds() + hour }],
    ['issued in the future', { iat: seconds() + hour }],
    ['without subject', { sub: undefined }],
    ['empty subject', { sub: '' }],
    ['subject as a number', { sub: 7 }],
    ['another subject', { sub: 'somebody-else' }],
    ['without issuer', { iss: undefined }],
    ['issuer of another pool', { iss: `${pool}/${REGION}_Other` }],
    [
      'issuer of another region',
      { iss: `https://cognito-idp.eu-west-2.amazonaws.com/${LOCAL_POOL.userPoolId}` },
    ],
    ['issuer with a suffix', { iss: `${pool}/${LOCAL_POOL.userPoolId}/` }],
    ['issuer over http', { iss: `http://evil.example/${LOCAL_POOL.userPoolId}` }],
  ]
  const own: Record<Kind, [string, Claims][]> = {
    id: [
      ['another audience', { aud: 'other-client' }],
      ['without audience', { aud: undefined }],
      ['another token use', { token_use: 'access' }],
      ['without token use', { token_use: undefined }],
      ['without e-mail', { email: undefined }],
      ['e-mail as an array', { email: ['kim@acme.example'] }],
      ['unverified e-mail', { email_verified: false }],
    ],
    access: [
      ['another client', { client_id: 'other-client' }],
      ['without client', { client_id: undefined }],
      ['another token use', { token_use: 'id' }],
      ['without token use', { token_use: undefined }],
    ],
    loadBalancer: [
      ['without e-mail', { email: undefined }],
      ['empty e-mail', { email: '' }],
      ['unverified e-mail', { email_verified: 'false' }],
    ],
  }
  return [...cases, ...own[kind]].map(([name, claims]) => [name, issue(issuer, kind, claims)])
}

/** Valid claims with an untrusted header or key. */
function byHeader(issuer: TokenIssuer, kind: Kind): [string, string][] {
  const good = issue(issuer, kind)
  const [head = '', body = ''] = good.split('.')
  const header = JSON.parse(Buffer.from(head, 'base64url').toString()) as Claims
  const { idp, loadBalancer } = issuer.keys()
  const key = kind === 'loadBalancer' ? loadBalancer : idp
  const foreign = kind === 'loadBalancer' ? foreignEc : foreignRsa
  const payload = Buffer.from(body, 'base64url').toString()
  const withHeader = (change: Claims, signer = key.privateKey) =>
    signToken({ ...header, ...change }, payload, signer)
  const unsigned = (alg: string) => `${encodePart({ ...header, alg })}.${encodePart(payload)}.`
  const hmac = (secret: string | Buffer) => {
    const input = `${encodePart({ ...header, alg: 'HS256' })}.${encodePart(payload)}`
    return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
  }
  const pem = key.publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const jwk = foreign.publicKey.export({ format: 'jwk' })
  const cases: [string, string][] = [
    ['alg none, no signature', unsigned('none')],
    ['alg None with the old signature', `${unsigned('None')}${good.split('.')[2]}`],
    ['alg empty', unsigned('')],
    ['HS256 under the public key as PEM', hmac(pem)],
    [
      'HS256 under the public key as DER',
      hmac(key.publicKey.export({ type: 'spki', format: 'der' })),
    ],
    ['HS256 under an empty secret', hmac('')],
    ['HS256 under the key id', hmac(key.kid)],
    ['a foreign key under the known key id', withHeader({}, foreign.privateKey)],
    ['an embedded jwk', withHeader({ jwk }, foreign.privateKey)],
    ['an embedded jwk without kid', withHeader({ jwk, kid: undefined }, foreign.privateKey)],
    ['a jku', withHeader({ jku: 'http://evil.example/keys' }, foreign.privateKey)],
    ['an x5u', withHeader({ x5u: 'http://evil.example/cert' }, foreign.privateKey)],
    ['an x5c', withHeader({ x5c: ['MIIB'] }, foreign.privateKey)],
    ['an unknown key id', withHeader({ kid: randomUUID() }, foreign.privateKey)],
    ['no key id', withHeader({ kid: undefined })],
    [
      'a key id with path traversal',
      withHeader({ kid: '../../../../dev/null' }, foreign.privateKey),
    ],
    [
      'a key id that is an address',
      withHeader({ kid: 'http://evil.example/key' }, foreign.privateKey),
    ],
    ['a key id with a query', withHeader({ kid: `${key.kid}?x=1` }, foreign.privateKey)],
    ['a key id that is an object', withHeader({ kid: { a: 1 } })],
    ['a critical extension', withHeader({ crit: ['b64'], b64: false })],
    [
      'an algorithm that does not match the key',
      withHeader({ alg: kind === 'loadBalancer' ? 'RS256' : 'RS512' }),
    ],
    ['another type', withHeader({ typ: 'logout+jwt' })],
    ['an algorithm that does not exist', withHeader({ alg: 'RS257' })],
  ]
  if (kind === 'loadBalancer') {
    cases.push(
      ['another signer', withHeader({ signer: LOCAL_POOL.loadBalancerArn.replace('/0', '/1') })],
      ['no signer', withHeader({ signer: undefined })],
      ['another client', withHeader({ client: 'other-client' })],
      ['no client', withHeader({ client: undefined })],
    )
  }
  return cases
}

/** Valid tokens with changed bytes. */
function byBytes(issuer: TokenIssuer, kind: Kind): [string, string][] {
  const good = issue(issuer, kind)
  const [head = '', body = '', signature = ''] = good.split('.')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims
  const raised = encodePart({ ...claims, 'cognito:groups': ['admin'], email: 'root@acme.example' })
  const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
  return [
    ['changed claims', `${head}.${raised}.${signature}`],
    ['a changed signature', `${head}.${body}.${flipped}`],
    ['an empty signature', `${head}.${body}.`],
    ['a truncated signature', `${head}.${body}.${signature.slice(0, 20)}`],
    ['the signature of another part', `${head}.${body}.${head}`],
    ['two parts', `${head}.${body}`],
    ['four parts', `${good}.${signature}`],
    ['five parts, as if encrypted', `${head}.${body}.${body}.${body}.${signature}`],
    ['no claims', `${head}..${signature}`],
    ['claims that are not JSON', `${head}.${encodePart('kim')}.${signature}`],
    ['claims that are an array', `${head}.${encodePart([])}.${signature}`],
    ['a header that is not JSON', `${encodePart('{')}.${body}.${signature}`],
    ['characters outside the alphabet', `${head}.${body}.${signature.slice(1)}!`],
    ['two tokens', `${good},${good}`],
    ['two tokens and a space', `${good} ${good}`],
    ['10 KB of claims', `${head}.${'A'.repeat(10_000)}.${signature}`],
    ['20 KB without dots', 'A'.repeat(20_000)],
    ['a literal', 'null'],
    ['dots', '..'],
  ]
}
