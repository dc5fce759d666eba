import { describe, expect, it } from '@jest/globals'
import { rolesOf } from './ring-roles.ts'

/** Rings by name, with a stored role after a colon. */
const radar = (names: string) => ({
  rings: names.split(', ').map((one) => {
    const [name = '', role] = one.split(':')
    return { id: name.toLowerCase(), name, ...(role !== undefined && { role }) }
  }),
})
const against = (names: string) => {
  const { rings, isAdvisedAgainst } = rolesOf(radar(names))
  return rings.filter(({ id }) => isAdvisedAgainst(id)).map(({ name }) => name)
}

describe('rolesOf', () => {
  it.each(['HOLD', 'Caution', 'stop', 'Avoid', 'RETIRE', 'Deprecated'])(
    'knows that %s advises against its entries',
    (name) => {
      expect(against(`Adopt, Trial, ${name}`)).toEqual([name, 'IGNORE'])
    },
  )

  it('takes a stored role before a name', () => {
    const { roleOf } = rolesOf(radar('Core:adopt, Stop:trial, Exit:HOLD'))
    expect(['core', 'stop', 'EXIT', 'none'].map(roleOf)).toEqual([
      'adopt',
      'trial',
      'hold',
      undefined,
    ])
  })

  it('takes a name before an id', () => {
    const { roleOf } = rolesOf({
      rings: [
        { id: 'hold', name: 'Assess' },
        { id: 'trial', name: '' },
      ],
    })
    expect(['hold', 'trial'].map(roleOf)).toEqual(['assess', 'trial'])
  })

  it('ignores an unknown role', () => {
    expect(rolesOf(radar('Hold:never')).roleOf('hold')).toBe('hold')
    expect(rolesOf({ rings: [{ id: 'x', role: 7 }] }).roleOf('x')).toBeUndefined()
  })

  it.each([
    ['Use, Try, Leave', 'Leave'],
    ['Adopt, Trial, Assess, Leave', 'Leave'],
    ['Use, Trial, Leave, Review', 'Leave'],
    ['Use, Leave', undefined],
    ['Use, Leave, Ignore', undefined],
    ['Adopt, Trial, Assess', undefined],
    ['Use, Hold, Leave', undefined],
    ['Use, Poor:hold, Leave', undefined],
    ['Assess, Adopt, Leave', undefined],
    ['Leave, Try, Adopt', undefined],
  ])('of %s assumes that %s advises against its entries', (names, assumed) => {
    expect(rolesOf(radar(names)).assumed?.name).toBe(assumed)
    expect(against(names).includes('Leave')).toBe(assumed !== undefined)
  })

  it('never takes review, and always ignore, for a ring that advises against its entries', () => {
    const { isAdvisedAgainst } = rolesOf(radar('Adopt, Review:hold, Ignore:adopt'))
    expect(['review', 'Ignore', undefined].map(isAdvisedAgainst)).toEqual([false, true, false])
  })
})
