import { describe, expect, it } from '@jest/globals'
import { DEFAULT_REDIRECT_PATH, redirectPath } from './sign-in.ts'

describe('redirectPath', () => {
  it.each(['/', '/reports', '/reports/team?slug=a&b=%20c'])('keeps %s', (path) => {
    expect(redirectPath(path)).toBe(path)
  })

  it.each([
    undefined,
    '',
    'reports',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/a\r\nset-cookie: x',
    '/a b',
    '/a#b',
    '/a\\b',
    `/${'a'.repeat(600)}`,
  ])('returns the default path for %j', (path) => {
    expect(redirectPath(path)).toBe(DEFAULT_REDIRECT_PATH)
  })
})
