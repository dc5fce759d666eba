import { execFileSync } from 'node:child_process'
import { describe, expect, it } from '@jest/globals'
import { redactText } from './redact.ts'

const LETTERS = 'Abcdefghij0123456789Klmnopqrst012345'

/** Strings with a named secret, and the part before the secret. */
const NAMED = [
  [`https://host.example/report?se=2026&sig=ab%2Fcd%3D&x=1`, 'sig='],
  [`https://s3.example/key?X-Amz-Signature=${LETTERS}&x=1`, 'X-Amz-Signature='],
  [`https://s3.example/key?X-Amz-Security-Token=${LETTERS}`, 'X-Amz-Security-Token='],
  [`to=https%3A%2F%2Fa.logic.azure.com%2Fx%3Fsp%3D1%26sig%3D${LETTERS}`, '%26sig%3D'],
  [`next=%2Fpath%3Faccess_token%3D${LETTERS}`, 'access_token%3D'],
  [`AccountKey=${LETTERS}==;EndpointSuffix=x`, 'AccountKey='],
  ['https://landscape.example/callback?code=0123456789abcdef', 'code='],
  [`grant_type=refresh_token&refresh_token=${LETTERS}`, 'refresh_token='],
  ['{"client_secret":"abcdefg-1"}', '"client_secret":"'],
  [String.raw`{\"access_token\":\"abcdefg-1\"}`, String.raw`access_token\":\"`],
  ["{ secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' }", "secretAccessKey: '"],
  ['AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG', 'AWS_SECRET_ACCESS_KEY='],
  ['INTERNAL_TOKEN_SECRET=some words-of_it', 'INTERNAL_TOKEN_SECRET='],
  ['password=opensesame', 'password='],
  ['Password: opensesame1', 'Password: '],
  ['x-api-key: 0123456789', 'x-api-key: '],
  ['Cookie: githubUserToken=anything; a=b', 'Cookie: '],
  ['set-cookie: AWSELBAuthSessionCookie-0=abc/def==; Secure', 'set-cookie: '],
  ['AWSELBAuthSessionCookie-0=abc/def', 'AWSELBAuthSessionCookie-0='],
  ['AuthenticatedSession-1=abcdef', 'AuthenticatedSession-1='],
  ['githubUserToken=abcdef', 'githubUserToken='],
  ['{"cookie":"githubUserToken=anything; a=b"}', '{"cookie":"'],
  [`authorization: token ${'0123456789abcdef'.repeat(3).slice(0, 40)}`, 'token '],
]

describe('redactText', () => {
  it.each([
    ['lsk', `lsk_0123456789ab_${'0123456789abcdef'.repeat(4)}_0a1b2c3d`],
    ['truncated lsk', `lsk_0123456789ab_${'0123456789abcdef'.repeat(2)}`],
    ['ghp', `ghp_${LETTERS}`],
    ['gho', `gho_${LETTERS}`],
    ['ghu', `ghu_${LETTERS}`],
    ['ghs', `ghs_${LETTERS}`],
    ['ghr', `ghr_${LETTERS}`],
    ['fine-grained', `github_pat_11${LETTERS}_${LETTERS}`],
    ['signed', `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${LETTERS}`],
    ['claims alone', `eyJzdWIiOiIxIiwiZW1haWwiOiJr${LETTERS}`],
    ['encrypted', `eyJhbGciOiJSU0EifQ.${LETTERS}.${LETTERS}.${LETTERS}.${LETTERS}`],
    ['sealed cookie', `eyJhbGciOiJkaXIifQ..${LETTERS}.${LETTERS}.${LETTERS}`],
    ['legacy installation', `v1.${'0123456789abcdef'.repeat(3).slice(0, 40)}`],
    ['access key', 'AKIAIOSFODNN7EXAMPLE'],
    ['temporary access key', 'ASIAIOSFODNN7EXAMPLE'],
    ['bearer of the token service', 'ABIAIOSFODNN7EXAMPLE'],
    ['credential of a context', 'ACCAIOSFODNN7EXAMPLE'],
    ['session of the cloud', `IQoJb3JpZ2luX2VjE${LETTERS}/+${LETTERS}==`],
    ['legacy session of the cloud', `FwoGZXIvYXdzE${LETTERS}/+${LETTERS}==`],
    ['percent-encoded e-mail', 'kim.o-neil%2Btest%40mail.acme.example'],
    ['e-mail encoded twice', 'kim%2540mail.acme.example'],
    ['escaped e-mail', String.raw`kim\u0040mail.acme.example`],
    [
      'encrypted private key',
      '-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIIEow+/==\n-----END ENCRYPTED PRIVATE KEY-----',
    ],
    [
      'encrypted private key with headers',
      '-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,0A1B\n' +
        '\nMIIEow+/==\n-----END RSA PRIVATE KEY-----',
    ],
    [
      'private key of a mail program',
      '-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: 1-2\n\nlQdG\n-----END PGP PRIVATE KEY BLOCK-----',
    ],
    ['private key', '-----BEGIN RSA PRIVATE KEY-----\nMIIEow+/==\n-----END RSA PRIVATE KEY-----'],
    ['e-mail', 'kim.o-neil+test@mail.acme.example'],
    ['long e-mail', `${'k'.repeat(200)}@acme.example`],
  ])('hides a token of the form %s', (_form, secret) => {
    expect(redactText(`before ${secret} after`)).toBe('before [redacted] after')
    expect(redactText(`{"x":"${secret}"}`)).toBe('{"x":"[redacted]"}')
    expect(redactText(`a_token=${secret}`)).not.toContain(secret.slice(-12))
  })

  it('hides a secret that is the complete string', () => {
    expect(redactText(`github_pat_11${LETTERS}_${LETTERS}`)).toBe('[redacted]')
  })

  it.each([
    ['Bearer 0f3a-9c/Z+~.x==', 'Bearer [redacted]'],
    ['authorization: bearer abcdefgh1', 'authorization: bearer [redacted]'],
    ['Basic a2ltOnB3', 'Basic [redacted]'],
    ['BASIC  a2ltOnB3', 'BASIC  [redacted]'],
  ])('hides credentials of a header: %s', (text, hidden) => {
    expect(redactText(text)).toBe(hidden)
  })

  it.each(NAMED)('hides a named secret: %s', (text, before) => {
    const hidden = redactText(text)
    expect(hidden).toContain(`${before}[redacted]`)
    const value = text.slice(text.indexOf(before) + before.length, text.indexOf(before) + 40)
    expect(hidden).not.toContain(value)
  })

  it('hides named secrets when the engine does not optimise expressions', () => {
    const program = `
      import { redactText } from ${JSON.stringify(import.meta.resolve('./redact.ts'))}
      console.log(JSON.stringify(${JSON.stringify(NAMED)}.map(([text]) => redactText(text))))`
    const options = ['--no-regexp-optimization', '--input-type=module', '--eval', program]
    const printed = execFileSync(process.execPath, options, { encoding: 'utf8' })
    expect(JSON.parse(printed)).toEqual(NAMED.map(([text]) => redactText(text ?? '')))
  })

  it.each([`ghp_${LETTERS}`, `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${LETTERS}`])(
    'hides a token behind a percent-encoded character: %s',
    (secret) => {
      expect(redactText(`/x?next=%2Fa%3Db%3D${secret}`)).toBe('/x?next=%2Fa%3Db%3D[redacted]')
    },
  )

  it('hides a truncated private key', () => {
    const text = '-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nMIIEow'
    expect(redactText(text)).toBe('[redacted]')
  })

  it.each([
    ['redis://:secret@cache.internal:6379/0', 'redis://[redacted]@cache.internal:6379/0'],
    ['rediss://name:secret@cache', 'rediss://[redacted]@cache'],
    ['https://name:p@ss@host.example/x', 'https://[redacted]@host.example/x'],
    ['postgres://name:secret@10.0.0.1/db', 'postgres://[redacted]@10.0.0.1/db'],
  ])('hides name and password of an address: %s', (text, hidden) => {
    expect(redactText(`cannot reach ${text}`)).toBe(`cannot reach ${hidden}`)
  })

  it.each([
    'Basic authentication is needed, and bearer tokens',
    'https://host.example/a/path?x=1',
    'at file:///srv/node_modules/@landscape/errors/src/index.ts:1:1',
    'MESSAGE FROM ASIA and NOKIA',
    'high_availability laughs',
    'keys begin with lsk_, such as lsk_4f1c09a7b2de_…',
    'package@1',
    'Unexpected token: a name is needed',
    'IDP_USER_POOL_ID: is not set, SCM_APP_CLIENT_SECRET: is not set',
    'GET /api/json?datetime=2026-01-01&archived=false',
    'exit code=1, status: 200, key=main/messages.json',
    'GET /api/json?since=2026%40now&until=a%40b',
    'commit 0123456789abcdef0123456789abcdef01234567',
  ])('keeps %s', (text) => {
    expect(redactText(text)).toBe(text)
  })

  it.each([
    ['a', '@'],
    ['a@', ''],
    ['@a', ''],
    ['a@a', ''],
    ['a@a.', '@'],
    ['-eyJ', ''],
    ['eyJ.', ''],
    ['a.eyJa', ''],
    ['gh', ''],
    ['lsk_', ''],
    ['ghp_', '@'],
    ['-----BEGIN PRIVATE KEY-----', ''],
    ['Bearer ', 'a'],
    ['Basic a', ''],
    ['a://a', ''],
    ['a://', '@'],
    ['://:', '@'],
    ['AKIA', '@'],
    ['A', '@ASIA'],
    ['eyJ..', ''],
    ['eyJaaaaaaaaaaa.', ''],
    ['v1.', ''],
    ['token=', ''],
    ['token:', ''],
    ['token:a', ''],
    ['token: ', ''],
    ['"token":"', 'a'],
    ['sig=&', ''],
    ['cookie:', ''],
    ['Cookie: ', '\n'],
    ['IQoJ', '@'],
    ['%40', ''],
    ['%40a', ''],
    ['a%40', '@'],
    ['%2540', ''],
    ['token%3D', ''],
    ['%3D', ''],
    ['%2F', ''],
    ['%25', '2F'],
    ['-----BEGIN PRIVATE KEY-----\n-----END', ''],
  ])('finishes on a million letters of %j, then %j', (unit, end) => {
    // Quadratic time would be minutes, beyond the time-out of a test.
    const text = unit.repeat(1_000_000 / unit.length) + end
    expect(redactText(text)).toEqual(expect.any(String))
  })
})
