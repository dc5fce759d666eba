import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { LIBS } from './rules.ts'

/** What a table of packages says each lib may import: the rows `| libs/… | … | names |`. */
function tableIn(markdown: string): Record<string, string[]> {
  const rows = markdown.matchAll(/^\| `libs\/([\w-]+)` +\|[^|]*\|([^|]*)\|$/gm)
  return Object.fromEntries([...rows].map(([, lib = '', names = '']) => [lib, namesIn(names)]))
}

/** What the README of a lib says: the line `May import: names.` */
function lineIn(markdown: string): string[] {
  const [, names = 'no such line'] = /^May import: (.*)\.$/m.exec(markdown) ?? []
  return namesIn(names)
}

/** Names between commas; a dash stands for none. */
function namesIn(list: string): string[] {
  const names = list.split(',').map((name) => name.trim())
  return names.filter((name) => name !== '–').toSorted()
}

/** What the rules allow; a whole scope goes by its name. */
function allowed({ libs, npm }: (typeof LIBS)[string]): string[] {
  return [...libs, ...npm.map((name) => name.replace('/[^/]+', ''))].toSorted()
}

function read(path: string): string {
  return readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8')
}

const RULED = Object.fromEntries(Object.entries(LIBS).map(([lib, rule]) => [lib, allowed(rule)]))

describe('the packages table of ARCHITECTURE.md', () => {
  it('says of each lib what the import rules say, and of no other', () => {
    expect(tableIn(read('ARCHITECTURE.md'))).toEqual(RULED)
  })

  it('is read row by row', () => {
    const table = '| `libs/one` | does | – |\n| `libs/two` | does | one, zod |\n'
    expect(tableIn(table)).toEqual({ one: [], two: ['one', 'zod'] })
  })
})

describe('the README of a lib', () => {
  it.each(Object.entries(RULED))('of %s says what the import rules say', (lib, names) => {
    expect(lineIn(read(`libs/${lib}/README.md`))).toEqual(names)
  })

  it('says nothing when it lacks the line', () => {
    expect(lineIn('May import what it likes.')).toEqual(['no such line'])
  })
})
