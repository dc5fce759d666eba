import { describe, expect, it } from '@jest/globals'
import { recordsOf } from '@landscape/contracts/json'
import * as finders from './find-projects.ts'
import type { Caller } from './ownership.ts'
import { ADMIN, KIM, LEE, MALFORMED, stored } from './project.fixture.ts'
import { projectsOf } from './project.ts'

const indexOf = (elements: readonly unknown[], name: string, caller: Caller) =>
  finders.findProject(projectsOf(elements), name, caller)?.index ?? -1
const listed = (elements: readonly unknown[], caller: Caller, scope: 'own' | 'all') =>
  finders.listProjects(projectsOf(elements), caller, scope).map(({ raw }) => raw)

const lees = stored('Tide', LEE.email)
const shared = stored('Tide', LEE.email, [' KIM@acme.example '])
const own = stored('Tide', ' Kim@Acme.example')

describe('findProject', () => {
  it("prefers the caller's own record to one with the caller as contact", () => {
    expect(indexOf([lees, shared, own], 'Tide', KIM)).toBe(2)
    expect(indexOf([lees, shared], 'Tide', KIM)).toBe(1)
  })

  it('prefers the first record with the caller as contact, also for admins', () => {
    expect(indexOf([lees, shared, shared], 'Tide', KIM)).toBe(1)
    const naming = stored('Tide', LEE.email, [ADMIN.email])
    expect(indexOf([lees, naming], 'Tide', ADMIN)).toBe(1)
  })

  it("finds another owner's records only for admins", () => {
    expect(indexOf([lees], 'Tide', KIM)).toBe(-1)
    expect(indexOf([lees, shared], 'Tide', ADMIN)).toBe(0)
  })

  it('prefers the own record of an admin', () => {
    const mine = stored('Tide', ADMIN.email)
    expect(indexOf([lees, mine], 'Tide', ADMIN)).toBe(1)
  })

  it('compares names exactly', () => {
    for (const name of ['tide', 'Tide ', 'Tid', '']) {
      expect(indexOf([own], name, KIM)).toBe(-1)
    }
    const composed = stored('Caf\u00e9', KIM.email)
    const decomposed = stored('Cafe\u0301', KIM.email)
    expect(indexOf([composed, decomposed], 'Cafe\u0301', KIM)).toBe(1)
  })

  it('decodes %20 and removes line breaks only without an exact match', () => {
    const spaced = stored('Tide Tables', KIM.email)
    const literal = stored('Tide%20Tables', KIM.email)
    expect(indexOf([spaced], 'Tide%20\r\nTables', KIM)).toBe(0)
    expect(indexOf([spaced, literal], 'Tide%20Tables', KIM)).toBe(1)
  })

  it('ignores malformed records', () => {
    expect(indexOf([...MALFORMED, own], 'Tide', KIM)).toBe(MALFORMED.length)
    for (const name of ['', 'x', '7', 'undefined', 'null']) {
      expect(indexOf(MALFORMED, name, ADMIN)).toBe(-1)
    }
  })
})

const a = stored('A', KIM.email)
const b = stored('B', LEE.email)
const c = stored('C', LEE.email, [KIM.email])

describe('listProjects', () => {
  it('returns the projects of the caller in stored order', () => {
    expect(listed([c, ...MALFORMED, b, a], KIM, 'own')).toEqual([c, a])
    expect(listed([a, b, c], ADMIN, 'own')).toEqual([])
  })

  it('returns a project once when its owner is also a contact', () => {
    const mine = stored('M', KIM.email, [KIM.email, 'KIM@acme.example'])
    expect(listed([mine], KIM, 'own')).toEqual([mine])
  })

  it('returns one array of all projects for a stored version', () => {
    const version = projectsOf([a, ...MALFORMED, b])
    const all = finders.listProjects(version, ADMIN, 'all')
    expect(all.map(({ raw }) => raw)).toEqual([a, ...recordsOf(MALFORMED), b])
    expect(finders.listProjects(version, ADMIN, 'all')).toBe(all)
  })

  it('distinguishes callers and versions', () => {
    const first = [a, b]
    expect(listed(first, KIM, 'own')).toHaveLength(1)
    expect(listed(first, LEE, 'own')).toEqual([b])
    expect(listed([...first, c], KIM, 'own')).toHaveLength(2)
  })

  it('returns every record with scope all', () => {
    expect(listed([null, b, 'x', a], ADMIN, 'all')).toEqual([b, a])
  })
})
