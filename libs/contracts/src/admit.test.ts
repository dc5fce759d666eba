import { describe, expect, it } from '@jest/globals'
import * as fc from 'fast-check'
import {
  admitKey,
  admitLine,
  admitLink,
  admitName,
  admitProjectName,
  admitWords,
  compareNames,
  type Name,
  slugOf,
} from './admit.ts'

const FAMILY = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}'
/** Strings of characters that grow, combine or are half of a pair. */
const hostile = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      '\uD83D',
      '\uDE00',
      '\u0300',
      '\u0327',
      '\uFDFA',
      '\u202E',
      '/',
      '?',
      FAMILY,
      'ﬃ',
      'İ',
      '\0',
    ),
    fc.string({ minLength: 1, maxLength: 1 }),
  ),
  maxLength: 3_000,
})

describe('admitName', () => {
  it('counts code points', () => {
    expect(admitName('\u{1F600}'.repeat(100))).toBe('\u{1F600}'.repeat(100))
    expect(admitName('x'.repeat(101))).toBeUndefined()
  })

  it.each(['', '  ', '\n'])('does not admit %j', (text) => {
    expect(admitName(text)).toBeUndefined()
  })

  it('composes characters, and removes white space around them', () => {
    expect(admitName(' Cafe\u0301 ')).toBe('Café')
  })

  it('keeps four marks in a row', () => {
    expect(admitName(`x${'\u0300\u0327'.repeat(20_000)}`)).toHaveLength(5)
  })

  it('replaces half characters', () => {
    expect(admitName('a\uD83D')).toBe('a\uFFFD')
  })

  it('is the same for its own result', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const name = admitName(text)
        expect(name === undefined ? undefined : admitName(name)).toBe(name)
        expect(name?.isWellFormed() ?? true).toBe(true)
      }),
    )
  })
})

describe('admitProjectName', () => {
  it('cuts a long name', () => {
    expect(admitProjectName('x'.repeat(250_000))).toBe(`${'x'.repeat(99)}…`)
  })

  it('does not leave half a character', () => {
    expect(admitProjectName(`${'x'.repeat(399)}\u{1F600}`)?.isWellFormed()).toBe(true)
  })
})

describe('keyOf', () => {
  it.each([
    ['Node.js', 'NodeJS'],
    ['Node.js', 'node js'],
    ['GitHub Actions', 'github-actions'],
    ['GitHub Actions', 'GitHub_Actions'],
    ['CI/CD', 'cicd'],
    ['ＡＷＳ', 'aws'],
    ['ASP.NET', 'asp net'],
  ])('treats %s and %s as one name', (one, other) => {
    expect(admitKey(one)).toBe(admitKey(other))
  })

  it('keeps C, C++, C#, F#, R, Go, .NET and NET apart', () => {
    const names = ['C', 'C++', 'C#', 'F#', 'R', 'Go', '.NET', 'NET', 'F']
    expect(new Set(names.map(admitKey)).size).toBe(names.length)
  })

  it('keeps the dot of a version', () => {
    expect(admitKey('Python 3.1')).not.toBe(admitKey('Python 31'))
  })

  it('has a bounded length', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const key = admitKey(text) ?? ''
        expect(key.length).toBeLessThanOrEqual(400)
        expect(key.isWellFormed()).toBe(true)
      }),
    )
    expect(admitKey('\uFDFA'.repeat(100))?.length).toBeLessThanOrEqual(400)
  })
})

describe('slugOf', () => {
  const slug = (text: string) => slugOf(admitName(text) as Name)

  it.each([
    ['\u1100.\u1161', '\uac00'],
    ['Angular', 'angular'],
    ['GitHub Actions', 'github-actions'],
    ['C++', 'c-plus-plus'],
    ['C#', 'c-sharp'],
    ['.NET', 'dot-net'],
    ['Node.js', 'nodejs'],
    ['CI/CD', 'ci-cd'],
    ['R&D', 'r-and-d'],
    ['Python 3.1', 'python-3-1'],
    ['★', ''],
  ])('writes %s as %s', (name, expected) => {
    expect(slug(name)).toBe(expected)
  })

  it('cuts a long name between characters, so that addresses can contain it', () => {
    expect(slug(`a${'\u{20000}'.repeat(60)}`)).toBe(`a${'\u{20000}'.repeat(49)}`)
  })
})

describe('compareNames', () => {
  it('orders numbers by value, and equal names by code unit', () => {
    const names = ['b', 'a10', 'a9', 'B'].map((text) => admitName(text) as Name)
    expect(names.toSorted(compareNames)).toEqual(['a9', 'a10', 'b', 'B'])
  })
})

describe('admitLink', () => {
  it.each([
    'git@SCM.example:Acme/Tide.git',
    'ssh://git@scm.example/acme/tide.git',
    'ssh://git@scm.example:2222/acme/tide',
    'https://token@scm.example/acme/tide/',
    'https://kim:p@ss@scm.example/acme/tide',
    'git://www.scm.example/acme/tide.git',
    'http://scm.example/acme/tide?plain=1#top',
    'kim:s3cret@scm.example/acme/tide///',
    ' scm.example/acme/tide ',
  ])('reads the host and the path of %j', (link) => {
    expect(admitLink(link)).toBe('scm.example/acme/tide')
  })

  it('keeps a port of HTTP', () => {
    expect(admitLink('https://scm.example:8443/a/b')).toBe('scm.example:8443/a/b')
  })

  it.each([
    '',
    'a b c',
    '/'.repeat(2_000),
    'scm.example:acme/tide',
    `https://scm.example/${'x'.repeat(2_000)}`,
  ])('does not admit %j', (link) => {
    expect(admitLink(link)).toBeUndefined()
  })
})

describe('admitWords', () => {
  it('splits at white space and punctuation, in lower case', () => {
    expect(admitWords('Tide-Tables\nof the ＵＫ, (v2)')).toEqual([
      'tide',
      'tables',
      'of',
      'the',
      'uk',
      'v2',
    ])
  })

  it('reads the first 2,000 characters, and 100 of each word', () => {
    expect(admitWords('x'.repeat(250_000))).toEqual(['x'.repeat(100)])
    expect(admitWords('ab '.repeat(100_000)).length).toBeLessThanOrEqual(667)
  })

  it('has well-formed words', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const word of admitWords(text)) expect(word.isWellFormed()).toBe(true)
      }),
    )
  })
})

describe('admitLine', () => {
  it('has at most 400 units', () => {
    expect(admitLine('x'.repeat(1_000))).toHaveLength(400)
  })
})
