import { describe, expect, it } from '@jest/globals'
import { withNamedSchemas } from './named-schemas.ts'

const REF = { $ref: '#/$defs/Item' }
const Item = { type: 'object', properties: { part: { $ref: '#/$defs/Part' } } }
const Part = { type: 'string' }
const schema = { type: 'array', items: REF, $defs: { Item, Part } }

describe('withNamedSchemas', () => {
  it('puts parts with names among the components, and lets references lead there', () => {
    const known = { schemas: { Problem: { type: 'object' } }, responses: {} }
    expect(
      withNamedSchemas({ paths: { a: { schema }, b: [{ schema }] }, components: known }),
    ).toEqual({
      paths: {
        a: { schema: { type: 'array', items: { $ref: '#/components/schemas/Item' } } },
        b: [{ schema: { type: 'array', items: { $ref: '#/components/schemas/Item' } } }],
      },
      components: {
        schemas: {
          Item: { type: 'object', properties: { part: { $ref: '#/components/schemas/Part' } } },
          Part,
          Problem: { type: 'object' },
        },
        responses: {},
      },
    })
  })

  it('leaves nothing beside a reference but what is said of the place', () => {
    const referring = { ...REF, type: 'object', properties: {}, $defs: { Item: Part } }
    const described = { paths: { a: referring, b: { ...referring, description: 'here' } } }
    expect(withNamedSchemas<{ paths: object; components?: object }>(described).paths).toEqual({
      a: { $ref: '#/components/schemas/Item' },
      b: { $ref: '#/components/schemas/Item', description: 'here' },
    })
  })

  it('leaves a description without such parts as it is', () => {
    const plain = {
      paths: { a: { $ref: '#/components/responses/A' } },
      components: { responses: {} },
    }
    expect(withNamedSchemas(plain)).toEqual(plain)
  })
})
