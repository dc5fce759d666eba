import { describe, expect, it } from '@jest/globals'
import { publicProject } from './project.ts'

describe('publicProject', () => {
  it('removes the owner and does not modify the record', () => {
    const record = { owner: 'kim@acme.example', stage: '' }
    expect(publicProject(record)).toEqual({ stage: '' })
    expect(record).toHaveProperty('owner')
  })
})
