import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { checkText } from './check.ts'
import { DOOR, SEGMENTS } from './find-calls.ts'
import type { Proof } from './prove-linear.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'text-'))
  write({
    'tsconfig.json': '{ "compilerOptions": { "lib": ["es2025"], "types": [], "strict": true } }',
  })
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(files: Record<string, string>) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

const PATH = 'services/data/src/x.ts'

function proofOf({ source }: RegExp): Proof {
  return source === 'slow' ? '2nd degree polynomial' : 'linear'
}

/** Returns the rules and the code that a file breaks. */
function broken(code: string, path = PATH): string[] {
  write({ [path]: code })
  return checkText(root, [], proofOf).findings.map(({ rule, code }) => `${rule} ${code}`)
}

describe('checkText', () => {
  it.each([
    ['declare const a: string; a.normalize()', ['foreign-text a.normalize']],
    ['declare const a: string; a.localeCompare(a)', ['foreign-text a.localeCompare']],
    ['new Intl.Collator()', ['foreign-text Intl.Collator']],
    ['declare const path: { normalize(): string }; path.normalize()', []],
    ['// a.normalize()\nconst text = "localeCompare"', []],
  ])('%s', (code, found) => {
    expect(broken(`export {}; ${code}`)).toEqual(found)
    rmSync(join(root, PATH))
    expect(broken(code, DOOR)).toEqual([])
  })

  it('reports encodeURIComponent outside of one file', () => {
    expect(broken('encodeURIComponent("a")', SEGMENTS)).toEqual([])
    expect(broken('encodeURIComponent("a")')).toEqual(['path-segment encodeURIComponent("a")'])
  })

  it('reports patterns that are not linear and patterns that the program builds', () => {
    expect(broken('export const all = [/slow/g, /fast/, new RegExp("fast")]')).toEqual([
      'linear-pattern /slow/g',
      'linear-pattern new RegExp("fast")',
    ])
  })

  it.each([
    ['export const f = (match: Record<string, string[]>, key: string) => match[key]', 'match[key]'],
    ['export const f = (a: object, key: string) => key in a', 'key in a'],
    ['export const f = (a: { [name: string]: 1 }, key: "b" | (string & {})) => a[key]', 'a[key]'],
    ['export const f = <K extends string>(a: Record<K, 1>, key: K) => a[key]', 'a[key]'],
    [
      'export const f = (a: Record<string, 1>, key: string) => { const { [key]: b } = a; return b }',
      '[key]',
    ],
    [
      'export const f = (a: Record<string, 1>, b: {}, c: string) => Object.hasOwn(b, c) && a[c]',
      'a[c]',
    ],
  ])('reports members with any name: %s', (code, found) => {
    expect(broken(code)).toEqual([`own-member ${found}`])
  })

  it.each([
    'export const f = (list: string[], index: number) => list[index]',
    'export const f = (a: { b: 1; c: 2 }, key: "b" | "c") => a[key]',
    'export const f = (a: Record<string, 1>) => a["constructor"]',
    'export const f = (a: Record<string, 1>, b: string) => Object.hasOwn(a, b) ? a[b] : 0',
    'export const f = (a: Record<string, 1>, b: string) => delete a[b]',
    'export const f = (a: Map<string, 1>, b: string) => a.get(b)',
  ])('accepts %s', (code) => {
    expect(broken(code)).toEqual([])
  })

  it('omits accepted code and reports exceptions without code', () => {
    write({ [PATH]: 'export const all = [/slow/g, /slow/]' })
    const entry = { path: PATH, rule: 'linear-pattern', reason: 'short' } as const
    const unused = { ...entry, code: '/fast/' }
    const report = checkText(root, [{ ...entry, code: '/slow/g' }, unused], proofOf)
    expect(report.findings.map(({ code }) => code)).toEqual(['/slow/'])
    expect(report.stale).toEqual([unused])
  })

  it('counts the files of production', () => {
    write({
      [PATH]: 'export {}',
      'services/data/src/x.test.ts': 'export {}',
      'tools/x.ts': 'export {}',
    })
    expect(checkText(root, [], proofOf).files).toBe(1)
  })
})
