import { describe, expect, it } from '@jest/globals'
import { teamObject } from './routes.ts'

describe('teamObject', () => {
  it('returns only the four members, with strings instead of null', () => {
    const upstream = { slug: 'data', name: null, description: null, url: undefined, privacy: 'x' }
    expect(teamObject(upstream)).toEqual({ slug: 'data', name: 'data', description: '', url: '' })
  })
})
