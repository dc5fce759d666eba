import { describe, expect, it } from '@jest/globals'
import { teamObject } from './teams.ts'

describe('teamObject', () => {
  it('answers texts where the host left null, and only the four members', () => {
    const upstream = { slug: 'data', name: null, description: null, url: undefined, privacy: 'x' }
    expect(teamObject(upstream)).toEqual({ slug: 'data', name: 'data', description: '', url: '' })
  })
})
