import { describe, expect, it } from '@jest/globals'
import { overrideDescribed } from '@landscape/contracts/described-as'
import { BannerInput } from './banner-input.ts'
import { z } from 'zod'
import { DeleteBody, ToggleBody } from './bodies.ts'
import { indexOf } from './edits.ts'

/** A banner that a client posts as it was read. */
const AS_READ = Object.fromEntries(Object.keys(BannerInput.shape).map((name) => [name, 'read']))

describe.each([
  ['DeleteBody', DeleteBody],
  ['ToggleBody', ToggleBody],
])('%s', (_name, schema) => {
  it('accepts every field of a banner', () => {
    expect(schema.safeParse({ ...AS_READ, show: true }).error).toBeUndefined()
  })

  it.each(Object.keys(BannerInput.shape).filter((name) => name !== 'id'))(
    'describes %s as rejected only if its value is compared',
    (name) => {
      const { anyOf = [] } = z.toJSONSchema(schema, {
        io: 'input',
        unrepresentable: 'any',
        override: overrideDescribed,
      })
      const member = (anyOf[0] as z.core.JSONSchema.ObjectSchema).properties?.[name]
      const { description = '' } = member as z.core.JSONSchema.BaseSchema
      const find = () => indexOf([{ [name]: 'stored' }], { index: 0, [name]: 'sent' })
      if (description.startsWith('rejected')) expect(find).toThrow('Banner has changed')
      else expect(find()).toBe(0)
    },
  )

  it('rejects other members', () => {
    expect(schema.safeParse({ id: 'a', shwo: true }).error?.issues[0]?.message).toBe(
      'Unknown member: shwo',
    )
  })
})
