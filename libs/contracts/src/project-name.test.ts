import { describe, expect, it } from '@jest/globals'
import { projectName } from './project-name.ts'

describe('projectName', () => {
  it('returns details[0].name when it is a string', () => {
    expect(projectName({ details: [{ name: 'Tide' }, { name: 'Wind' }] })).toBe('Tide')
    const none = [null, {}, { details: { 0: { name: 'Tide' } } }, { details: [{ name: 7 }] }]
    for (const project of none) expect(projectName(project)).toBeUndefined()
  })
})
