import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { LIBS } from './rules.ts'

/** The imports in the line `May import: names.` of a README. */
function lineIn(markdown: string): string[] {
  const [, names = 'no such line'] = /^May import: (.*)\.$/m.exec(markdown) ?? []
  return namesIn(names)
}

/** Names separated by commas; a dash is an empty list. */
function namesIn(list: string): string[] {
  const names = list.split(',').map((name) => name.trim())
  return names.filter((name) => name !== '–').toSorted()
}

/** The imports that a rule allows; a scope has one name. */
function allowed({ libs, npm }: (typeof LIBS)[string]): string[] {
  return [...libs, ...npm.map((name) => name.replace('/[^/]+', ''))].toSorted()
}

function read(path: string): string {
  return readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8')
}

const RULED = Object.fromEntries(Object.entries(LIBS).map(([lib, rule]) => [lib, allowed(rule)]))

describe('the README of a lib', () => {
  it.each(Object.entries(RULED))('of %s lists the imports of its rule', (lib, names) => {
    expect(lineIn(read(`libs/${lib}/README.md`))).toEqual(names)
  })

  it('has no imports without the line', () => {
    expect(lineIn('May import what it likes.')).toEqual(['no such line'])
  })
})
