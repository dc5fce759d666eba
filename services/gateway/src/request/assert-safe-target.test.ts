import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { array, assert, constantFrom, oneof, pre, property, string } from 'fast-check'
import { assertSafeTarget } from './assert-safe-target.ts'

const isSafe = (target: string) => {
  try {
    assertSafeTarget(target)
    return true
  } catch (error) {
    const faults = [{ path: ['path'], detail: expect.stringMatching(/^contains a/) }]
    expect(error).toMatchObject({ code: 'invalid-input', message: 'Path not allowed', faults })
    return false
  }
}

/** Described paths whose parameter is the name of a project, or a slug in place of which a name is accepted. */
const namedPaths = () => {
  const url = new URL('../../../../libs/client/openapi.json', import.meta.url)
  const { paths } = JSON.parse(readFileSync(url, 'utf8')) as { paths: object }
  return Object.keys(paths).filter((path) =>
    /\{project_name\}|^(?!\/assistant).*\{slug\}/.test(path),
  )
}

describe('assertSafeTarget', () => {
  it.each(namedPaths())('accepts a name with a slash in %s', (path) => {
    const target = path
      .replace(/\{(?:project_name|slug)\}/, '4%20..%2F..%2Fx')
      .replace('{id}', 'projects-50-1')
    expect(isSafe(target)).toBe(true)
  })

  it.each([
    '/',
    '/api/json',
    '/api/json/',
    '/api/json?datetime=2025-01-01T00:00:00%2B01:00',
    '/api/json?next=/../admin/api&x=%2e%2e%2f',
    '/.well-known/security.txt',
    '/api/a%20b',
    '/api/caf%C3%A9',
    '/api/v1/projects/Tide%20Tables',
    '/api/v1/projects/50%25',
    '/api/v1/projects/a%2Fb',
    '/api/v1/projects/a%2Fb/history',
    '/api/v1/projects/a%5Cb',
    '/api/v1/projects/a%2Fb%2525',
    '/api/v1/projects/%22quoted%22%27',
    '/api/v1/projects/...',
    '/api/v1/projects/v1.2',
    '/api/v1/projects/%E2%80%A6',
    '/api/v1/projects/%74ide',
    '/api/v1/projects/%2e',
    '/api/v1/projects/%2E%2E',
    '/api/v1/projects/%2e%2E?x=1',
    '/api/v1/projects/%252E%252E',
    '/api/v1/projects/%252500',
    '/api/v1/projects/..%2f..%2fadmin',
    '/api/v1/projects/%2E%2E%2F%2E%2E%2Fetc',
    '/api/v1/projects/a%2f..%2fb',
    '/api/v1/projects/a%2F..',
    '/api/v1/projects/a%5c..%5cb',
    '/api/v1/projects/..%5Cx',
    '/api/v1/projects/..%3Bx',
    '/api/v1/projects/a%0D%0Ab',
    '/api/technologies/PL%2FSQL',
    '/api/technologies/100%25?x=1',
    '/technologies/CI%2FCD',
    '/projects/Import%2FExport',
    '/api/projects/Import%2FExport',
    '/technologies/a%5Cb',
  ])('accepts the target %s', (target) => {
    expect(isSafe(target)).toBe(true)
  })

  it.each([
    '',
    '*',
    'http://landscape.example/api/json',
    'api/json',
    '/api/technologies/..',
    '/api/technologies/a%00',
    '/api/technologies/a/%2e%2e',
    '/technologies/a%2Fb/c',
    '//api/json',
    '/api//json',
    '/api/../admin/api/banners',
    '/api/./json',
    '/api/..',
    '/api/..;/admin/api/banners',
    '/api/%2e%2e/admin/api/banners',
    '/api/.%2E/admin/api/banners',
    '/api/%252e%252e/admin/api/banners',
    '/api/..%2fadmin/api',
    '/api%2fjson',
    '/api/..%5cadmin',
    '/api\\json',
    '/api/json%00',
    '/api/json%0d%0aX:1',
    '/api/%zz',
    '/api/%ff',
    '/api/%',
    '/%61pi/json',
    '/api/%76%31/projects',
    '/api/json#/x',
    '/api/json?x=1#y',
    '/api/jsön',
    '/api/v1/projects/..',
    '/api/v1/projects/.',
    '/api/v1/projects/.%2e',
    '/api/v1/projects/%2E.',
    '/api/v1/projects/..;x',
    '/api/v1/projects/%2E%2E;x',
    '/api/v1/projects/%2E;',
    '/api/v1/projects/../',
    '/api/v1/projects/%2E%2E/',
    '/api/v1/projects/%2E%2E/x',
    '/api/v1/projects/%2E%2E/%2E%2E',
    '/api/v1/%2E%2E',
    '/api/v1/filters/%2E%2E',
    '/api/v1/projects/a%00b',
    '/api/v1/projects/a%ff',
    '/api/v1/projects/a%2Fb/c%2Fd',
    '/api/v1/projects/a%2Fb%2Fc/histor%79',
    '/api/v1/projects/../history',
    '/api/v1/projects/a%00/history',
    '/api/v1/proj%2Fects',
    '/x/api/v1/projects/a%2Fb',
    '/api/v1/projects%2F..',
  ])('rejects the target %s', (target) => {
    expect(isSafe(target)).toBe(false)
  })

  it('accepts only encodings of ASCII characters that need one and separate nothing', () => {
    for (let byte = 0; byte <= 0xff; byte++) {
      const needsNone = /[\w.~-]/.test(String.fromCharCode(byte))
      const separates = /[/\\%]/.test(String.fromCharCode(byte)) || byte < 0x20 || byte === 0x7f
      const isSafeByte = byte < 0x80 && !needsNone && !separates
      const hex = byte.toString(16).padStart(2, '0')
      for (const encoded of [`%${hex}`, `%${hex.toUpperCase()}`]) {
        expect([encoded, isSafe(`/api/x${encoded}`)]).toEqual([encoded, isSafeByte])
      }
    }
  })

  it('accepts every encoded project name without NUL', () => {
    const part = constantFrom(
      '.',
      '..',
      '/',
      '\\',
      '%',
      '%2e',
      '%2F',
      '%00',
      ';',
      'a',
      '#',
      '?',
      ' ',
    )
    const crafted = array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''))
    assert(
      property(oneof(crafted, string({ unit: 'grapheme', minLength: 1 })), (name) => {
        const encoded = encodeURIComponent(name)
        const segment = /^\.{1,2}$/.test(name) ? encoded.replaceAll('.', '%2E') : encoded
        expect(isSafe(`/api/v1/projects/${segment}`)).toBe(!name.includes('\0'))
      }),
      { numRuns: 1000 },
    )
  })

  it('never accepts a path that a URL parser would change', () => {
    const part = constantFrom(
      '/',
      '.',
      '..',
      '%2e',
      '%2F',
      '%5c',
      '\\',
      'a',
      '%25',
      ';',
      'api',
      '#',
    )
    assert(
      property(array(part, { maxLength: 8 }), (parts) => {
        const target = `/${parts.join('')}`
        pre(isSafe(target))
        expect(new URL(target, 'http://gateway.example').pathname).toBe(target)
      }),
      { numRuns: 2000 },
    )
  })
})
