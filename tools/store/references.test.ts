import { describe, expect, it } from '@jest/globals'
import { uncertainRoles } from './references.ts'

describe('uncertainRoles', () => {
  it('reports an unknown role, and a ring that is assumed to advise against its entries', () => {
    const rings = [{ id: 'use', role: 'never' }, { id: 'try', role: 'Trial' }, { id: 'leave' }]
    expect(uncertainRoles({ rings }).map(({ path, what }) => [path.join('/'), what])).toEqual([
      ['rings/0/role', 'is not a role'],
      ['rings/2', 'has no known role'],
    ])
  })

  it('reports nothing about well-known rings, and without a radar', () => {
    expect(uncertainRoles({ rings: ['Adopt', 'Trial', 'Caution'].map((id) => ({ id })) })).toEqual(
      [],
    )
    expect(uncertainRoles({})).toEqual([])
  })
})
