import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createProofs, prove } from './prove-linear.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'proofs-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('prove', () => {
  it.each([
    [/\/+$/, '2nd degree polynomial'],
    [/^(a|a)*$/, 'exponential'],
    [/^\/+$/, 'linear'],
    [/\/{1,9}$/, 'linear'],
  ])('%s is %s', (pattern, proof) => {
    expect(prove(pattern)).toBe(proof)
  })
})

describe('createProofs', () => {
  it('keeps the proofs of the last run', () => {
    const cache = join(folder, 'cache', 'proofs.json')
    const first = createProofs(cache)
    expect(first.proofOf(/a+$/)).toBe('2nd degree polynomial')
    first.save()
    const stored = readFileSync(cache, 'utf8')
    expect(stored).toContain('/a+$/')
    const second = createProofs(cache)
    expect(second.proofOf(/a+$/)).toBe('2nd degree polynomial')
    second.save()
    expect(readFileSync(cache, 'utf8')).toBe(stored)
    createProofs(cache).save()
    expect(readFileSync(cache, 'utf8')).toBe('[]')
  })
})
