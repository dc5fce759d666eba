import { describe, expect, it } from '@jest/globals'
import { hasTags, proofsIn, type TestOutcome } from './proofs.ts'

const outcome = (line: number, status = 'passed', ...titles: string[]): TestOutcome => ({
  line,
  status,
  titles: titles.length > 0 ? titles : ['a test'],
})
const proofs = (lines: readonly string[], ...outcomes: TestOutcome[]) =>
  proofsIn('a.test.ts', lines.join('\n'), outcomes)
const faults = (lines: readonly string[], ...outcomes: TestOutcome[]) =>
  proofs(lines, ...outcomes).map(({ fault }) => fault)

const PLAIN = [
  '  // spec: 1-s1a',
  "  it('a test', () => {",
  '    run()',
  '  })',
  "  it('b', () => {})",
]
const TABLE = [
  '  // spec: 1-s1a',
  '  it.each([',
  "    ['one'],",
  '',
  "    ['two'],",
  "  ])('row %s', (row) => {",
  '    run(row)',
  '  })',
  "  it('b', () => {})",
]

describe('proofsIn', () => {
  it('reads one or more tags above a passed test', () => {
    const lines = [
      '  // spec: 1-s1a own.x',
      '  // spec, otherwise: 2-r1',
      "  it('a test', () => {})",
    ]
    const proof = { file: 'a.test.ts', line: 3, title: 'a block › a test' }
    expect(proofs(lines, outcome(3, 'passed', 'a block', 'a test'))).toEqual([
      { id: '1-s1a', side: 'holds', ...proof },
      { id: 'own.x', side: 'holds', ...proof },
      { id: '2-r1', side: 'otherwise', ...proof },
    ])
  })

  it('reads every row of a table, registered in its closing line', () => {
    expect(faults(TABLE, outcome(6), outcome(6), outcome(9))).toEqual([undefined])
    expect(faults(TABLE, outcome(6), outcome(6, 'failed'))).toEqual(['its test failed'])
    expect(faults(TABLE, outcome(6), outcome(6, 'pending'))).toEqual(['its test was skipped'])
  })

  it.each(['pending', 'skipped', 'todo', 'disabled'])('rejects a test that is %s', (status) => {
    expect(faults(PLAIN, outcome(2, status))).toEqual(['its test was skipped'])
  })

  it('rejects a test that failed in one of its repetitions', () => {
    expect(faults(PLAIN, outcome(2), outcome(2, 'failed'))).toEqual(['its test failed'])
  })

  it('ignores other tests when the test below the tag did not run', () => {
    expect(faults(PLAIN, outcome(5))).toEqual(['no test ran below it'])
    expect(faults(TABLE, outcome(9))).toEqual(['no test ran below it'])
  })

  it('rejects a tag above a block or other code', () => {
    const block = ['// spec: 1-s1a', "describe('x', () => {", "  it('a', () => {})", '})']
    expect(faults(block, outcome(3))).toEqual(['no test ran below it'])
    const code = ['// spec: 1-s1a', 'const x = [', '  1,', ']', "it('a', () => {})"]
    expect(faults(code, outcome(5))).toEqual(['no test ran below it'])
  })

  it('rejects the tags of a file that did not run', () => {
    const [proof] = proofsIn('a.test.ts', PLAIN.join('\n'))
    expect(proof?.fault).toBe('its file did not run')
  })

  it.each([
    [['returns 404 when x', 'returns 404 when y z'], 'returns 404 when …'],
    [['row one passes', 'row two passes'], 'row … passes'],
    [['of ?a=1 the rows: 2, as x', 'of ?b=2&c the rows: 12, as y z'], 'of … the rows: … as …'],
    [['a', 'b'], '…'],
    [['is', 'is not'], 'is …'],
    [['the same', 'the same'], 'the same'],
  ])('shortens the row titles %j to “%s”', (titles, short) => {
    const rows = titles.map((title) => outcome(2, 'passed', title))
    expect(proofs(PLAIN, ...rows)[0]?.title).toBe(short)
  })
})

describe('hasTags', () => {
  it('finds tags only in comments', () => {
    expect(hasTags(PLAIN.join('\n'))).toBe(true)
    expect(hasTags("const text = '// spec: 1-s1a'")).toBe(false)
  })
})
