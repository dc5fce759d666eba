import { readdirSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { operations } from './description.ts'
import { callersOf } from './requests.ts'
import { catalogued, hostileDocument, sampleOf, STORED, WITHOUT_TEXT } from './stored.ts'

const known = [...Object.keys(STORED), ...Object.keys(WITHOUT_TEXT)]

describe('the documents of the hostile landscape', () => {
  it('are those that the product stores', () => {
    const stored = catalogued()
    expect(stored.length).toBeGreaterThan(20)
    expect(stored.filter((name) => !known.includes(name))).toEqual([])
    expect(known.filter((name) => !stored.includes(name))).toEqual([])
  })

  it('contain those of the sample data', () => {
    const directory = new URL('../../sample-data', import.meta.url)
    const files = readdirSync(directory, { recursive: true }).map(String)
    const documents = files.filter((name) => name.endsWith('.json') && !name.includes('history/'))
    const monthly = (name: string) => name.replace(/\d{4}-\d\d\.json$/, '2026-10.json')
    expect(documents.map(monthly).filter((name) => !known.includes(name))).toEqual([])
  })

  it.each(Object.keys(STORED))('%s has hostile elements', (name) => {
    const document = JSON.stringify(hostileDocument(name, 40))
    expect(document).not.toBe(JSON.stringify(sampleOf(name)))
    expect(document).toContain('__proto__')
  })
})

describe('the callers of the hostile landscape', () => {
  it('request operations of each access', () => {
    expect(operations.length).toBeGreaterThan(100)
    expect(operations.filter((operation) => callersOf(operation).length === 0)).toEqual([])
  })
})
