import { describe, expect, it } from '@jest/globals'
import { readConfig } from './config.ts'

const env = { INTERNAL_TOKEN_SECRET: 'a-secret-of-more-than-32-characters' }

describe('readConfig', () => {
  it.each([
    [undefined, 'allow'],
    ['', 'allow'],
    ['allow', 'allow'],
    ['refuse', 'refuse'],
  ])('reads SHRINK_GUARD=%s as %s', (value, shrinkGuard) => {
    expect(readConfig({ ...env, SHRINK_GUARD: value })).toMatchObject({ port: 5004, shrinkGuard })
  })

  it('lists the values of SHRINK_GUARD for any other', () => {
    const read = () => readConfig({ ...env, SHRINK_GUARD: 'never' })
    expect(read).toThrow('SHRINK_GUARD: must be one of: allow, refuse')
  })
})
