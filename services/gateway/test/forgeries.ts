import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto'
import {
  encodePart,
  LOCAL_POOL,
  signToken,
  type TokenIssuer,
} from '@landscape/dev/identity-provider'

type Kind = 'id' | 'access' | 'loadBalancer'
type Claims = Record<string, unknown>

/** One damaged or forged token, and in place of which good one it is sent. */
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

/** Every forgery, for each of the three kinds of token. */
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

/** Properly signed, but not what it has to say. */
function byClaims(issuer: TokenIssuer, kind: Kind): [string, string][] {
  const pool = 'https://cognito-idp.xx-local-1.amazonaws.com'
  const cases: [string, Claims][] = [
    ['expired', { exp: seconds() - 60 }],
    ['expired long ago', { exp: 1 }],
    ['without exp', { exp: undefined }],
    ['exp as text', { exp: String(seconds() + hour) }],
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
      ['e-mail as a list', { email: ['kim@acme.example'] }],
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

/** The right claims under a header or a key that must not be believed. */
function byHeader(issuer: TokenIssuer, kind: Kind): [string, string][] {
  const good = issue(issuer, kind)
  const [head = '', body = ''] = good.split('.')
  const header = JSON.parse(Buffer.from(head, 'base64url').toString()) as Claims
  const { idp, loadBalancer } = issuer.keys()
  const key = kind === 'loadBalancer' ? loadBalancer : idp
  const foreign = kind === 'loadBalancer' ? foreignEc : foreignRsa
  const payload = Buffer.from(body, 'base64url').toString()
  const under = (change: Claims, signer = key.privateKey) =>
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
    ['a foreign key under the known key id', under({}, foreign.privateKey)],
    ['an embedded jwk', under({ jwk }, foreign.privateKey)],
    ['an embedded jwk without kid', under({ jwk, kid: undefined }, foreign.privateKey)],
    ['a jku', under({ jku: 'http://evil.example/keys' }, foreign.privateKey)],
    ['an x5u', under({ x5u: 'http://evil.example/cert' }, foreign.privateKey)],
    ['an x5c', under({ x5c: ['MIIB'] }, foreign.privateKey)],
    ['an unknown key id', under({ kid: randomUUID() }, foreign.privateKey)],
    ['no key id', under({ kid: undefined })],
    ['a key id that walks up', under({ kid: '../../../../dev/null' }, foreign.privateKey)],
    ['a key id that is an address', under({ kid: 'http://evil.example/key' }, foreign.privateKey)],
    ['a key id with a query', under({ kid: `${key.kid}?x=1` }, foreign.privateKey)],
    ['a key id that is an object', under({ kid: { a: 1 } })],
    ['a critical extension', under({ crit: ['b64'], b64: false })],
    [
      'another algorithm than the key is for',
      under({ alg: kind === 'loadBalancer' ? 'RS256' : 'RS512' }),
    ],
    ['an algorithm that does not exist', under({ alg: 'RS257' })],
  ]
  if (kind === 'loadBalancer') {
    cases.push(
      ['another signer', under({ signer: LOCAL_POOL.loadBalancerArn.replace('/0', '/1') })],
      ['no signer', under({ signer: undefined })],
      ['another client', under({ client: 'other-client' })],
      ['no client', under({ client: undefined })],
    )
  }
  return cases
}

/** Good tokens with changed bytes. */
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
    ['claims that are no JSON', `${head}.${encodePart('kim')}.${signature}`],
    ['claims that are a list', `${head}.${encodePart([])}.${signature}`],
    ['a header that is no JSON', `${encodePart('{')}.${body}.${signature}`],
    ['characters outside the alphabet', `${head}.${body}.${signature.slice(1)}!`],
    ['two tokens', `${good},${good}`],
    ['two tokens and a space', `${good} ${good}`],
    ['10 KB of claims', `${head}.${'A'.repeat(10_000)}.${signature}`],
    ['20 KB of nothing', 'A'.repeat(20_000)],
    ['a word', 'null'],
    ['dots', '..'],
  ]
}
