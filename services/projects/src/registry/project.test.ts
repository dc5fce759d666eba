import { describe, expect, it } from '@jest/globals'
import { nameOf, publicProject } from './project.ts'

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
