import { describe, expect, it } from '@jest/globals'
import { findProject } from './find-project.ts'
import { ADMIN, KIM, LEE, MALFORMED, stored } from './project.fixture.ts'

const foreign = stored('Tide', LEE.email)
const shared = stored('Tide', LEE.email, [' KIM@acme.example '])
const own = stored('Tide', ' Kim@Acme.example')

describe('findProject', () => {
  it('prefers the record that the caller owns to one that names the caller', () => {
    expect(findProject([foreign, shared, own], 'Tide', KIM)).toBe(2)
    expect(findProject([foreign, shared], 'Tide', KIM)).toBe(1)
  })

  it('prefers the first of those that name the caller, and for an admin to any other', () => {
    expect(findProject([foreign, shared, shared], 'Tide', KIM)).toBe(1)
    const naming = stored('Tide', LEE.email, [ADMIN.email])
    expect(findProject([foreign, naming], 'Tide', ADMIN)).toBe(1)
  })

  it('does not find what belongs to somebody else, unless the caller is admin', () => {
    expect(findProject([foreign], 'Tide', KIM)).toBe(-1)
    expect(findProject([foreign, shared], 'Tide', ADMIN)).toBe(0)
  })

  it('gives an admin the own record first', () => {
    const mine = stored('Tide', ADMIN.email)
    expect(findProject([foreign, mine], 'Tide', ADMIN)).toBe(1)
  })

  it('compares names exactly', () => {
    for (const name of ['tide', 'Tide ', 'Tid', '']) {
      expect(findProject([own], name, KIM)).toBe(-1)
    }
    const composed = stored('Caf\u00e9', KIM.email)
    const decomposed = stored('Cafe\u0301', KIM.email)
    expect(findProject([composed, decomposed], 'Cafe\u0301', KIM)).toBe(1)
  })

  it('takes %20 for a space and drops line ends only when nothing has the exact name', () => {
    const spaced = stored('Tide Tables', KIM.email)
    const literal = stored('Tide%20Tables', KIM.email)
    expect(findProject([spaced], 'Tide%20\r\nTables', KIM)).toBe(0)
    expect(findProject([spaced, literal], 'Tide%20Tables', KIM)).toBe(1)
  })

  it('passes over malformed records', () => {
    expect(findProject([...MALFORMED, own], 'Tide', KIM)).toBe(MALFORMED.length)
    for (const name of ['', 'x', '7', 'undefined', 'null']) {
      expect(findProject(MALFORMED, name, ADMIN)).toBe(-1)
    }
  })
})
