import { describe, expect, it } from '@jest/globals'
import { asRecord, isRecord, nameOf, publicProject, recordsOf } from './project.ts'

describe('isRecord', () => {
  it('takes objects only, neither null nor arrays', () => {
    expect([{}, { a: 1 }].every(isRecord)).toBe(true)
    expect([null, undefined, [], 'x', 7, () => ({})].some(isRecord)).toBe(false)
  })
})

describe('asRecord and recordsOf', () => {
  it('find nothing in what has no members', () => {
    expect(asRecord('x')).toEqual({})
    for (const value of ['x', undefined, null, {}, { 0: {} }]) expect(recordsOf(value)).toEqual([])
    expect(recordsOf([null, { a: 1 }, 'x', []])).toEqual([{ a: 1 }])
  })
})

describe('nameOf', () => {
  it('is the name in the first entry of the details, when it is a text', () => {
    expect(nameOf({ details: [{ name: 'Tide' }, { name: 'Wind' }] })).toBe('Tide')
    const none = [null, {}, { details: { 0: { name: 'Tide' } } }, { details: [{ name: 7 }] }]
    for (const project of none) expect(nameOf(project)).toBeUndefined()
  })
})

describe('publicProject', () => {
  it('shows everything but the owner, who stays in the record', () => {
    const record = { owner: 'kim@acme.example', stage: '' }
    expect(publicProject(record)).toEqual({ stage: '' })
    expect(record).toHaveProperty('owner')
  })
})
