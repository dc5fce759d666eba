import { describe, expect, it } from '@jest/globals'
import { readText } from '../docs/texts.ts'
import { coveragePage, faultsOf, proofsIn } from './coverage.ts'
import { PAGE, readProofs, STATEMENTS } from './read.ts'

describe('the statements of the specification', () => {
  it('are all proved by tests, on both of their sides', () => {
    expect(faultsOf(STATEMENTS, readProofs())).toEqual([])
  })

  it('stand on the page with their tests', () => {
    // When they do not: npm run specification.
    expect(readText(PAGE) === coveragePage(STATEMENTS, readProofs())).toBe(true)
  })

  it('have an id each', () => {
    const ids = Object.values(STATEMENTS).flatMap((rows) => Object.keys(rows))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(170)
  })
})

describe('proofsIn', () => {
  const titles = (...lines: string[]) =>
    proofsIn('a.test.ts', lines.join('\n')).map(({ test }) => test)

  it('reads tags, one or several, above a test', () => {
    const text = ['  // spec: a.b c', '  // spec, otherwise: d', "  it('says so', async () => {"]
    expect(proofsIn('a.test.ts', text.join('\n'))).toEqual([
      { ids: ['a.b', 'c'], side: 'holds', file: 'a.test.ts', test: 'says so' },
      { ids: ['d'], side: 'otherwise', file: 'a.test.ts', test: 'says so' },
    ])
  })

  it('finds the title behind a table', () => {
    expect(titles('// spec: a', 'it.each([', "  ['x', it(1)],", "])('of %s', () => {")).toEqual([
      'of %s',
    ])
    expect(titles('// spec: a', 'it.each(CASES)(', "  'is %s',", '  async () => {')).toEqual([
      'is %s',
    ])
    expect(titles('// spec: a', "describe.each(CASES)('of %s', () => {")).toEqual(['of %s'])
    expect(titles('// spec: a', 'it("the caller\'s", () => {')).toEqual(["the caller's"])
  })

  it('refuses a tag above what is no test', () => {
    expect(() => titles('// spec: a', 'const x = 1')).toThrow('a.test.ts:1')
    expect(() => titles('// spec: a')).toThrow('a.test.ts:1')
  })
})

describe('faultsOf', () => {
  const chapters = { One: { a: 'the one', b: 'the other' } }
  const proof = (id: string, side: 'holds' | 'otherwise') => ({
    ids: [id],
    side,
    file: 'a.test.ts',
    test: 'x',
  })

  it('names statements without a test, and tags without a statement', () => {
    expect(faultsOf(chapters, [proof('a', 'holds'), proof('c', 'otherwise')])).toEqual([
      'a: no test says what happens otherwise',
      'b: no test says that it holds',
      'b: no test says what happens otherwise',
      'a.test.ts: c is no statement',
    ])
  })

  it('has nothing against statements that are proved', () => {
    const proofs = ['a', 'b'].flatMap((id) => [proof(id, 'holds'), proof(id, 'otherwise')])
    expect(faultsOf(chapters, proofs)).toEqual([])
  })
})
