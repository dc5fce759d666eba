import { describe, expect, it } from '@jest/globals'
import { BannerInput } from '@landscape/contracts'
import { DeleteBody, ToggleBody } from './bodies.ts'

/** A banner that a client posts as it was read. */
const AS_READ = Object.fromEntries(Object.keys(BannerInput.shape).map((name) => [name, 'read']))

describe.each([
  ['DeleteBody', DeleteBody],
  ['ToggleBody', ToggleBody],
])('%s', (_name, schema) => {
  it('accepts every field of a banner', () => {
    expect(schema.safeParse({ ...AS_READ, show: true }).error).toBeUndefined()
  })

  it('rejects other members', () => {
    expect(schema.safeParse({ id: 'a', shwo: true }).error?.issues[0]?.message).toBe(
      'Unknown member: shwo',
    )
  })
})
