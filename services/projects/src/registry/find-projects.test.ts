import { describe, expect, it } from '@jest/globals'
import { recordsOf } from '@landscape/contracts/json'
import { findProject, indexOfProject, listProjects } from './find-projects.ts'
import { ADMIN, KIM, LEE, MALFORMED, stored } from './project.fixture.ts'
import { publicProject } from './project.ts'

const lees = stored('Tide', LEE.email)
const shared = stored('Tide', LEE.email, [' KIM@acme.example '])
const own = stored('Tide', ' Kim@Acme.example')

describe('indexOfProject', () => {
  it("prefers the caller's own record to one with the caller as contact", () => {
    expect(indexOfProject([lees, shared, own], 'Tide', KIM)).toBe(2)
    expect(indexOfProject([lees, shared], 'Tide', KIM)).toBe(1)
  })

  it('prefers the first record with the caller as contact, also for admins', () => {
    expect(indexOfProject([lees, shared, shared], 'Tide', KIM)).toBe(1)
    const naming = stored('Tide', LEE.email, [ADMIN.email])
    expect(indexOfProject([lees, naming], 'Tide', ADMIN)).toBe(1)
  })

  it("finds another owner's records only for admins", () => {
    expect(indexOfProject([lees], 'Tide', KIM)).toBe(-1)
    expect(indexOfProject([lees, shared], 'Tide', ADMIN)).toBe(0)
  })

  it('prefers the own record of an admin', () => {
    const mine = stored('Tide', ADMIN.email)
    expect(indexOfProject([lees, mine], 'Tide', ADMIN)).toBe(1)
  })

  it('compares names exactly', () => {
    for (const name of ['tide', 'Tide ', 'Tid', '']) {
      expect(indexOfProject([own], name, KIM)).toBe(-1)
    }
    const composed = stored('Caf\u00e9', KIM.email)
    const decomposed = stored('Cafe\u0301', KIM.email)
    expect(indexOfProject([composed, decomposed], 'Cafe\u0301', KIM)).toBe(1)
  })

  it('decodes %20 and removes line breaks only without an exact match', () => {
    const spaced = stored('Tide Tables', KIM.email)
    const literal = stored('Tide%20Tables', KIM.email)
    expect(indexOfProject([spaced], 'Tide%20\r\nTables', KIM)).toBe(0)
    expect(indexOfProject([spaced, literal], 'Tide%20Tables', KIM)).toBe(1)
  })

  it('ignores malformed records', () => {
    expect(indexOfProject([...MALFORMED, own], 'Tide', KIM)).toBe(MALFORMED.length)
    for (const name of ['', 'x', '7', 'undefined', 'null']) {
      expect(indexOfProject(MALFORMED, name, ADMIN)).toBe(-1)
    }
  })
})

const a = stored('A', KIM.email)
const b = stored('B', LEE.email)
const c = stored('C', LEE.email, [KIM.email])

describe('listProjects', () => {
  it('returns the projects of the caller in stored order', () => {
    expect(listProjects([c, ...MALFORMED, b, a], KIM, 'own')).toEqual([c, a].map(publicProject))
    expect(listProjects([a, b, c], ADMIN, 'own')).toEqual([])
  })

  it('returns a project once when its owner is also a contact', () => {
    const mine = stored('M', KIM.email, [KIM.email, 'KIM@acme.example'])
    expect(listProjects([mine], KIM, 'own')).toEqual([publicProject(mine)])
  })

  it('returns one array of all projects for a stored version', () => {
    // A version that another process has written is not frozen.
    const version = [a, ...MALFORMED, b]
    const all = listProjects(version, ADMIN, 'all')
    expect(all).toEqual([a, ...recordsOf(MALFORMED), b].map(publicProject))
    expect(listProjects(version, ADMIN, 'all')).toBe(all)
    expect(listProjects([...version, c], ADMIN, 'all')).toHaveLength(all.length + 1)
  })

  it('distinguishes callers and versions', () => {
    const first = [a, b]
    expect(listProjects(first, KIM, 'own')).toHaveLength(1)
    expect(listProjects(first, LEE, 'own')).toEqual([publicProject(b)])
    expect(listProjects([...first, c], KIM, 'own')).toHaveLength(2)
  })

  it('returns every record with scope all', () => {
    expect(listProjects([null, b, 'x', a], ADMIN, 'all')).toEqual([b, a].map(publicProject))
  })
})

describe('findProject', () => {
  it('returns the addressed project without its owner', () => {
    expect(findProject([...MALFORMED, own], 'Tide', KIM)).toEqual({
      user: [],
      details: [{ name: 'Tide' }],
    })
    expect(findProject([lees], 'Tide', KIM)).toBeUndefined()
  })
})
