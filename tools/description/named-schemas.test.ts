import { describe, expect, it } from '@jest/globals'
import { withNamedSchemas } from './named-schemas.ts'

const REF = { $ref: '#/$defs/Item' }
const Item = { type: 'object', properties: { part: { $ref: '#/$defs/Part' } } }
const Part = { type: 'string' }
const schema = { type: 'array', items: REF, $defs: { Item, Part } }

describe('withNamedSchemas', () => {
  it('moves named schemas to the components and adapts references', () => {
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

  it('keeps only the description next to a reference', () => {
    const referring = { ...REF, type: 'object', properties: {}, $defs: { Item: Part } }
    const described = { paths: { a: referring, b: { ...referring, description: 'Item.' } } }
    expect(withNamedSchemas<{ paths: object; components?: object }>(described).paths).toEqual({
      a: { $ref: '#/components/schemas/Item' },
      b: { $ref: '#/components/schemas/Item', description: 'Item.' },
    })
  })

  it('keeps a document without named schemas', () => {
    const plain = {
      paths: { a: { $ref: '#/components/responses/A' } },
      components: { responses: {} },
    }
    expect(withNamedSchemas(plain)).toEqual(plain)
  })
})
