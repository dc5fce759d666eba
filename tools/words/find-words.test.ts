import { describe, expect, it } from '@jest/globals'
import { findWords } from './find-words.ts'

function found(path: string, source: string): string[] {
  return findWords(path, source).map(({ line, found }) => `${line}: ${found}`)
}

describe('findWords', () => {
  it('reports comments, strings and titles of code, with their lines', () => {
    const source = [
      "const refuse = 'refuse' // Answers the caller.",
      '/**',
      ' * Reads it',
      ' * anew.',
      ' */',
      "it('tells whoever asks', () => `piece of ${refuse} at hand`)",
    ].join('\n')
    expect(found('a.ts', source)).toEqual([
      '1: Answers',
      '4: anew',
      '6: whoever',
      '6: tells',
      '6: asks',
      '6: piece',
      '6: at hand',
    ])
  })

  it('ignores names, paths and strings without white space', () => {
    expect(
      found('a.ts', "import { answer } from './answers.ts'\nexport const places = 'whole'"),
    ).toEqual([])
  })

  it('matches a wording across two line comments', () => {
    expect(found('a.ts', '// The store is\n// away.')).toEqual(['1: is away'])
  })

  it('reports documents and accepts headings that begin with "What"', () => {
    expect(found('a.md', '# What it does\n\nIt is\nno banner.')).toEqual(['3: is no'])
  })

  it('accepts good English and terms of protocols', () => {
    expect(
      found(
        'a.md',
        'There is no default. Connection refused. It takes place in place. Its type is text/csv.',
      ),
    ).toEqual([])
  })
})
