import { describe, expect, it } from '@jest/globals'
import { LIMITS } from './assert-fits.ts'
import {
  addProject,
  deleteProject,
  projectToDelete,
  projectToUpdate,
  updateProject,
} from './edits.ts'
import { ADMIN, KIM, LEE, MALFORMED, stored } from './project.fixture.ts'
import { publicProject } from './project.ts'

const changesTo = (name: string, more: object = {}) =>
  publicProject({ user: [{ email: '' }], details: [{ name }], ...more })
const dots = expect.objectContaining({
  code: 'invalid-input',
  message: 'A project cannot be called "." or ".."',
})
const overQuota = expect.objectContaining({ code: 'quota-exceeded' })
/** As many records as callers may give one owner. */
const full = Array.from({ length: LIMITS.owner.records }, (_, i) => stored(`No. ${i}`, KIM.email))

const conflict = expect.objectContaining({
  code: 'conflict',
  message: 'Project with the same name already exists',
})

describe('addProject', () => {
  const project = publicProject({ user: [{ email: '' }], details: [{ name: 'Tide' }] })
  const taken = expect.objectContaining({
    code: 'conflict',
    message: `Project with the same name 'Tide', and owner 'kim@acme.example' already exists`,
  })

  it('appends the project with the caller as hidden owner', () => {
    const before = [...MALFORMED, stored('Tide', LEE.email)]
    const { projects, record } = addProject(before, { project, caller: KIM })
    expect(record).toEqual({ ...project, owner: KIM.email })
    expect(projects).toEqual([...before, record])
  })

  // spec, otherwise: own.projects.contact
  it.each([
    ['that the caller owns', stored('Tide', 'KIM@acme.example')],
    ['without an owner that names the caller', stored('Tide', undefined, [KIM.email])],
  ])('refuses the name of a record %s', (_what, other) => {
    const before = [...MALFORMED, stored('Wind', KIM.email), other, stored('Tide', LEE.email)]
    expect(() => addProject(before, { project, caller: KIM })).toThrow(taken)
  })

  // spec: own.projects.contact
  it('does not mind a record of somebody else, whoever its contacts are', () => {
    const other = stored('Tide', LEE.email, [KIM.email, 'max@acme.example'])
    const shared = { ...project, user: [{ email: 'max@acme.example' }] }
    expect(addProject([other], { project: shared, caller: KIM }).projects).toHaveLength(2)
  })

  it.each(['.', '..'])('refuses the name %s, which paths lose', (name) => {
    const dotted = { ...project, details: [{ name }] }
    expect(() => addProject([], { project: dotted, caller: KIM })).toThrow(dots)
  })

  it('refuses a caller who has all that one may have, and nobody else', () => {
    expect(() => addProject(full, { project, caller: KIM })).toThrow(overQuota)
    expect(addProject(full, { project, caller: LEE }).projects).toHaveLength(full.length + 1)
    expect(addProject(full.slice(1), { project, caller: KIM }).projects).toHaveLength(full.length)
  })
})

describe('updateProject', () => {
  it('replaces the keys that were sent, in place, and keeps the others and the owner', () => {
    const other = stored('Wind', KIM.email)
    const tide = { stage: 'Development', ...stored('Tide', KIM.email), extra: [1] }
    const before = [...MALFORMED, tide, other]
    const { projects, record } = updateProject(before, {
      name: 'Tide',
      body: changesTo('Tide', { stage: '' }),
      caller: KIM,
    })
    expect(record).toEqual({ ...changesTo('Tide'), stage: '', extra: [1], owner: KIM.email })
    expect(projects).toEqual([...MALFORMED, record, other])
    expect(projects.at(-1)).toBe(other)
  })

  it('takes over the order of keys', () => {
    const changes = { stage: '', ...changesTo('Tide') }
    const { record } = updateProject([stored('Tide', KIM.email)], {
      name: 'Tide',
      body: changes,
      caller: KIM,
    })
    expect(JSON.stringify(record)).toBe(JSON.stringify({ ...changes, owner: KIM.email }))
  })

  it('finds nothing that belongs to somebody else', () => {
    const update = { name: 'Tide', body: changesTo('Tide'), caller: KIM }
    expect(() => updateProject([stored('Tide', LEE.email)], update)).toThrow(
      expect.objectContaining({ code: 'not-found', message: 'Project not found' }),
    )
  })

  it('lets an admin edit a foreign record, whose owner stays', () => {
    const update = { name: 'Tide', body: changesTo('Tide'), caller: ADMIN }
    const { record } = updateProject([stored('Tide', LEE.email)], update)
    expect(record['owner']).toBe(LEE.email)
  })

  it('renames unless another record of the same owner has the name', () => {
    const update = { name: 'Tide', body: changesTo('Wind'), caller: KIM }
    const tide = stored('Tide', KIM.email)
    expect(updateProject([tide, stored('Wind', LEE.email)], update).record).toMatchObject({
      details: [{ name: 'Wind' }],
    })
    expect(() => updateProject([tide, stored('Wind', KIM.email)], update)).toThrow(conflict)
  })

  // spec, otherwise: own.projects.rename
  it('counts the names of the owner, not those of the admin who renames', () => {
    const update = { name: 'Tide', body: changesTo('Wind'), caller: ADMIN }
    const tide = stored('Tide', LEE.email)
    expect(() => updateProject([tide, stored('Wind', ADMIN.email)], update)).not.toThrow()
    expect(() => updateProject([tide, stored('Wind', LEE.email)], update)).toThrow(conflict)
  })

  it('counts the names of the contacts when the record has no owner', () => {
    const update = { name: 'Tide', body: changesTo('Wind'), caller: ADMIN }
    const legacy = stored('Tide', undefined, [KIM.email, LEE.email])
    expect(() => updateProject([legacy, stored('Wind', ADMIN.email)], update)).not.toThrow()
    expect(() => updateProject([legacy, stored('Wind', LEE.email)], update)).toThrow(conflict)
    const another = stored('Wind', undefined, ['KIM@acme.example'])
    expect(() => updateProject([legacy, another], update)).toThrow(conflict)
  })

  it('counts the names of whoever renames a record that belongs to nobody, and now owns it', () => {
    const update = { name: 'Tide', body: changesTo('Wind'), caller: ADMIN }
    const nobodys = stored('Tide')
    expect(() => updateProject([nobodys, stored('Wind', ADMIN.email)], update)).toThrow(conflict)
    expect(() => updateProject([nobodys, stored('Wind', KIM.email)], update)).not.toThrow()
  })

  it('lets pairs of equal names that exist already be edited', () => {
    const pair = [stored('Tide', KIM.email), stored('Tide', KIM.email), stored('Wind', KIM.email)]
    const update = { name: 'Tide', body: changesTo('Tide', { stage: 'x' }), caller: KIM }
    expect(updateProject(pair, update).projects[0]).toMatchObject({ stage: 'x' })
    expect(() =>
      updateProject(pair, { ...update, name: 'Wind', body: changesTo('Wind') }),
    ).not.toThrow()
  })

  it('never leaves a record that nobody can reach', () => {
    const legacy = stored('Tide', undefined, [KIM.email])
    const update = { name: 'Tide', body: changesTo('Tide'), caller: KIM }
    expect(updateProject([legacy], update).record['owner']).toBe(KIM.email)
    const handedOver = { ...update.body, user: [{ email: LEE.email }] }
    expect(updateProject([legacy], { ...update, body: handedOver }).record).not.toHaveProperty(
      'owner',
    )
  })

  it('does not count what names the owner but is not theirs', () => {
    const update = { name: 'Tide', body: changesTo('Wind'), caller: KIM }
    const other = stored('Wind', LEE.email, [KIM.email])
    expect(() => updateProject([stored('Tide', KIM.email), other], update)).not.toThrow()
  })

  it.each(['.', '..'])('renames nothing to %s, but keeps what is called that', (name) => {
    const changes = changesTo(name, { stage: 'x' })
    const named = (before: string) => [stored(before, KIM.email)]
    expect(() =>
      updateProject(named('Tide'), { name: 'Tide', body: changes, caller: KIM }),
    ).toThrow(dots)
    expect(updateProject(named(name), { name, body: changes, caller: KIM }).record).toMatchObject(
      changes,
    )
  })

  it('refuses to give a caller who has all that one may have a record that loses its people', () => {
    const orphaned = [...full, stored('Tide', undefined, [KIM.email])]
    const update = { name: 'Tide', body: changesTo('Tide'), caller: KIM }
    expect(() => updateProject(orphaned, update)).toThrow(overQuota)
    expect(() => updateProject(orphaned.slice(1), update)).not.toThrow()
  })
})

describe('deleteProject', () => {
  const others = [...MALFORMED, stored('Wind', KIM.email)]
  const target = { name: 'Tide', caller: KIM }

  it('takes out the record of its owner and no other', () => {
    const own = stored('Tide', KIM.email)
    const { projects, record } = deleteProject([own, ...others], target)
    expect(projects).toEqual(others)
    expect(record).toBe(own)
  })

  it('takes out the own record before one that names the caller', () => {
    const shared = stored('Tide', LEE.email, [KIM.email])
    const { projects } = deleteProject([shared, stored('Tide', KIM.email)], target)
    expect(projects).toEqual([shared])
  })

  it.each([
    ['whom a record of somebody else names', stored('Tide', LEE.email, [KIM.email])],
    ['whom a record without an owner names', stored('Tide', undefined, [KIM.email])],
  ])('is refused to somebody %s, and granted to an admin', (_who, record) => {
    const forbidden = expect.objectContaining({
      code: 'forbidden',
      message: 'Only the owner or an admin may delete a project',
    })
    expect(() => deleteProject([record], target)).toThrow(forbidden)
    expect(() => projectToDelete([record], target)).toThrow(forbidden)
    expect(deleteProject([record], { ...target, caller: ADMIN }).projects).toEqual([])
  })

  it('finds nothing that belongs to somebody else', () => {
    expect(() => deleteProject([stored('Tide', LEE.email)], target)).toThrow(
      expect.objectContaining({ code: 'not-found', message: 'Project not found' }),
    )
  })
})

describe('the state that an edit is conditional on', () => {
  const target = { name: 'Tide', caller: KIM }
  const missing = expect.objectContaining({ code: 'not-found' })

  it.each([projectToUpdate, projectToDelete])('is the record without the owner: %p', (stateOf) => {
    expect(stateOf([...MALFORMED, stored('Tide', KIM.email)], target)).toEqual({
      user: [],
      details: [{ name: 'Tide' }],
    })
    expect(() => stateOf([stored('Tide', LEE.email)], target)).toThrow(missing)
  })
})
