import { describe, expect, it } from '@jest/globals'
import { faultsOf } from './faults.ts'
import { coveragePage, proofsOnPage } from './page.ts'
import type { Proof } from './proofs.ts'
import type { Statement, Statements } from './statement.ts'
import { STATEMENTS } from './statements/index.ts'

const of = (
  statements: Record<string, Statement>,
  { sentences = 0, rows = 0, own = {} } = {},
): Statements => ({
  sections: [{ number: '1', title: 'One', sentences, rows, statements }],
  own,
})
const proof = (id: string, more: Partial<Proof> = {}): Proof => ({
  id,
  side: 'holds',
  file: 'a.test.ts',
  line: 1,
  title: 'a test',
  ...more,
})
const both = (id: string, line = 1): Proof[] => [
  proof(id, { line }),
  proof(id, { line: line + 100, side: 'otherwise' }),
]

describe('faultsOf', () => {
  it('accepts statements that are proved on both sides', () => {
    const statements = of(
      { '1-s1a': 'x', '1-s1b': 'y', '1-r1': { claim: 'z', noOtherwise: 'a name' } },
      { sentences: 1, rows: 1, own: { 'own.x': 'more' } },
    )
    const proofs = [...both('1-s1a'), ...both('1-s1b'), proof('1-r1'), ...both('own.x')]
    expect(faultsOf(statements, proofs)).toEqual([])
  })

  it('needs no proof of headings and open statements', () => {
    const statements = of(
      { '1-s1': { heading: 'a list' }, '1-s2': { open: 'here 400' } },
      { sentences: 2 },
    )
    expect(faultsOf(statements, [proof('1-s2')])).toEqual([])
    expect(faultsOf(statements, [proof('1-s1')])).toEqual([
      '1-s1 is a heading, but a test proves it',
    ])
  })

  it('reports missing numbers, unknown numbers and gaps in letters', () => {
    const statements = of(
      {
        '1-s1': { heading: 'x' },
        '1-r1a': { open: 'x' },
        '1-r1c': { open: 'x' },
        '1-r9': { open: '' },
      },
      { sentences: 2, rows: 2 },
    )
    expect(faultsOf(statements, [])).toEqual([
      '1-s2 is missing',
      '1-r2 is missing',
      '1-r9 is not a number of the specification',
      '1-r1 has letters that do not follow each other',
    ])
  })

  it('reports each side of a statement without a test', () => {
    const statements = of(
      { '1-s1': 'x', '1-s2': { claim: 'y', noOtherwise: 'z' } },
      { sentences: 2 },
    )
    expect(faultsOf(statements, [])).toEqual([
      '1-s1 has no test that it holds',
      '1-s1 has no test of what happens otherwise',
      '1-s2 has no test that it holds',
    ])
    expect(faultsOf(statements, [...both('1-s1'), ...both('1-s2')])).toEqual([
      '1-s2 has a test of what happens otherwise, but declares that there is none',
    ])
  })

  it('reports a skipped proof of a statement that another test proves', () => {
    const skipped = proof('1-s1', { file: 'b.test.ts', line: 7, fault: 'its test was skipped' })
    expect(faultsOf(of({ '1-s1': 'x' }, { sentences: 1 }), [...both('1-s1'), skipped])).toEqual([
      '1-s1 is not proved by b.test.ts:7: its test was skipped',
    ])
  })

  it('does not count a skipped test as a proof', () => {
    const skipped = both('1-s1').map((one) => ({ ...one, fault: 'its test was skipped' }))
    expect(faultsOf(of({ '1-s1': 'x' }, { sentences: 1 }), skipped)).toContain(
      '1-s1 has no test that it holds',
    )
  })

  it('reports tags of unknown statements', () => {
    expect(faultsOf(of({}), [proof('1-s7', { line: 3 })])).toEqual([
      'a.test.ts:3 names 1-s7, which is not a statement',
    ])
  })

  it('accepts at most six statements per test', () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((letter) => `1-s1${letter}`)
    const proved = (count: number) => {
      const some = ids.slice(0, count)
      const statements = Object.fromEntries(some.map((id) => [id, `claim ${id}`]))
      return faultsOf(
        of(statements, { sentences: 1 }),
        some.flatMap((id) => both(id)),
      )
    }
    expect(proved(6)).toEqual([])
    expect(proved(7)).toEqual([
      'a.test.ts:1 proves 7 statements, more than 6',
      'a.test.ts:101 proves 7 statements, more than 6',
    ])
  })
})

describe('coveragePage', () => {
  it('shows the passed tests of each statement, or why there is none', () => {
    const statements = of(
      {
        '1-s1': 'it holds',
        '1-s2': { claim: 'a name', noOtherwise: 'no other side' },
        '1-s3': { open: '400' },
        '1-s4': { heading: 'a list' },
      },
      { sentences: 4, own: { 'own.x': 'more' } },
    )
    const skipped = proof('1-s2', { fault: 'its test was skipped' })
    const page = coveragePage(statements, [
      ...both('1-s1'),
      proof('own.x', { title: '<a|b>' }),
      skipped,
    ])
    expect(page.split('\n').filter((line) => line.startsWith('| '))).toEqual([
      '| Number | Statement | Holds | Otherwise |',
      '| --- | --- | --- | --- |',
      '| 1-s1 | it holds | [a.test.ts](../a.test.ts) “a test” | [a.test.ts](../a.test.ts) “a test” |',
      '| 1-s2 | a name | | – (no other side) |',
      '| 1-s3 | *Left open by the specification; here:* 400 | | |',
      '| 1-s4 | *Nothing to prove:* a list | | |',
      '| Number | Statement | Holds | Otherwise |',
      '| --- | --- | --- | --- |',
      String.raw`| own.x | more | [a.test.ts](../a.test.ts) “\<a\|b\>” | |`,
    ])
  })
})

describe('proofsOnPage', () => {
  it('returns the proofs of one file from the page', () => {
    const statements = of(
      { '1-s1': 'it holds', '1-s2': { claim: 'a name', noOtherwise: 'no other side' } },
      { own: { 'own.x': 'more' } },
    )
    const here = [
      proof('1-s1'),
      proof('1-s1', { side: 'otherwise', title: 'another “test”' }),
      proof('1-s1', { side: 'otherwise', title: '<a|b>' }),
    ]
    const elsewhere = [proof('1-s1', { file: 'b.test.ts' }), proof('1-s2', { file: 'b.test.ts' })]
    const page = coveragePage(statements, [...elsewhere, ...here])
    const found = proofsOnPage(page, 'a.test.ts')
    expect(found.map((one) => ({ ...one, line: 1 }))).toEqual(here)
    expect(coveragePage(statements, [...elsewhere, ...found])).toBe(page)
  })
})

describe('the statements of the specification', () => {
  it('have consecutive numbers and unique ids', () => {
    const faults = faultsOf(STATEMENTS, [])
    expect(faults.filter((fault) => !/ has no test /.test(fault))).toEqual([])
    const { sections, own } = STATEMENTS
    const ids = [...sections.map(({ statements }) => statements), own].flatMap(Object.keys)
    expect(new Set(ids).size).toBe(ids.length)
  })
})
