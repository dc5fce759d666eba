import { describe, expect, it } from '@jest/globals'
import { redactText } from './redact.ts'

const LETTERS = 'Abcdefghij0123456789Klmnopqrst012345'

describe('redactText', () => {
  it.each([
    ['ghp', `ghp_${LETTERS}`],
    ['gho', `gho_${LETTERS}`],
    ['ghu', `ghu_${LETTERS}`],
    ['ghs', `ghs_${LETTERS}`],
    ['ghr', `ghr_${LETTERS}`],
    ['fine-grained', `github_pat_11${LETTERS}_${LETTERS}`],
    ['signed', `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${LETTERS}`],
    ['encrypted', `eyJhbGciOiJkaXIifQ..${LETTERS}.${LETTERS}.${LETTERS}`.replace('..', '.x.')],
    ['access key', 'AKIAIOSFODNN7EXAMPLE'],
    ['temporary access key', 'ASIAIOSFODNN7EXAMPLE'],
    ['chat', `xoxb-1234567890-${LETTERS}`],
    ['private key', '-----BEGIN RSA PRIVATE KEY-----\nMIIEow+/==\n-----END RSA PRIVATE KEY-----'],
    ['e-mail', 'kim.o-neil+test@mail.acme.example'],
    ['long e-mail', `${'k'.repeat(200)}@acme.example`],
  ])('hides a token of the form %s', (_form, secret) => {
    expect(redactText(`before ${secret} after`)).toBe('before [redacted] after')
    expect(redactText(`{"x":"${secret}"}`)).toBe('{"x":"[redacted]"}')
    expect(redactText(`a_token=${secret}`)).not.toContain(secret.slice(-12))
  })

  it.each([
    ['Bearer 0f3a-9c/Z+~.x==', 'Bearer [redacted]'],
    ['authorization: bearer abcdefgh1', 'authorization: bearer [redacted]'],
    ['Basic a2ltOnB3', 'Basic [redacted]'],
    ['BASIC  a2ltOnB3', 'BASIC  [redacted]'],
  ])('hides credentials of a header: %s', (text, hidden) => {
    expect(redactText(text)).toBe(hidden)
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
    'Basic authentication is needed, bearer tokens too',
    'https://host.example/a/path?x=1',
    'at file:///srv/node_modules/@landscape/errors/src/index.ts:1:1',
    'MESSAGE FROM ASIA and NOKIA',
    'high_availability laughs',
    'package@1',
  ])('leaves alone: %s', (text) => {
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
    ['ghp_', '@'],
    ['-----BEGIN PRIVATE KEY-----', ''],
    ['Bearer ', 'a'],
    ['Basic a', ''],
    ['a://a', ''],
    ['a://', '@'],
    ['://:', '@'],
    ['xoxb-', '@'],
    ['AKIA', '@'],
    ['A', '@ASIA'],
  ])('takes time in proportion to the text: %j repeated, then %j', (unit, end) => {
    // Quadratic time would be minutes for the larger one.
    const timeOf = (length: number) => {
      const text = unit.repeat(length / unit.length) + end
      const started = performance.now()
      redactText(text)
      return performance.now() - started
    }
    timeOf(10_000)
    expect(timeOf(1_000_000)).toBeLessThan(5_000)
  })
})
