import { describe, expect, it } from '@jest/globals'
import { BannerInput } from '@landscape/contracts'
import { DeleteBody, ToggleBody } from './bodies.ts'

/** What a client posts that sends back all it has read. */
const AS_READ = Object.fromEntries(Object.keys(BannerInput.shape).map((name) => [name, 'read']))

describe('bodies that name a banner', () => {
  it.each([
    ['removal', DeleteBody],
    ['toggle', ToggleBody],
  ])('may hold every field of it: %s', (_name, schema) => {
    expect(schema.safeParse({ ...AS_READ, show: true }).error).toBeUndefined()
  })

  it.each([
    ['removal', DeleteBody],
    ['toggle', ToggleBody],
  ])('may hold nothing else: %s', (_name, schema) => {
    expect(schema.safeParse({ id: 'a', shwo: true }).error?.issues[0]?.message).toBe(
      'Unknown member: shwo',
    )
  })
})
