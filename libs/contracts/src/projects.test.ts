import { describe, expect, it } from '@jest/globals'
import { projectName } from './projects.ts'

describe('projectName', () => {
  it('is the name in the first entry of the details, when it is a text', () => {
    expect(projectName({ details: [{ name: 'Tide' }, { name: 'Wind' }] })).toBe('Tide')
    const none = [null, {}, { details: { 0: { name: 'Tide' } } }, { details: [{ name: 7 }] }]
    for (const project of none) expect(projectName(project)).toBeUndefined()
  })
})
