import { describe, expect, it } from '@jest/globals'
import { LIMITS } from './assert-fits.ts'
import * as edits from './edits.ts'
import { ADMIN, KIM, LEE, MALFORMED, onStored, stored } from './project.fixture.ts'
import { publicProject } from './project.ts'

const addProject = onStored(edits.addProject)
const updateProject = onStored(edits.updateProject)
const deleteProject = onStored(edits.deleteProject)

const changesTo = (name: string, more: object = {}) =>
  publicProject({ user: [{ email: '' }], details: [{ name }], ...more })
const dots = expect.objectContaining({
  code: 'invalid-input',
  message: 'A project cannot be called "." or ".."',
})
const overQuota = expect.objectContaining({ code: 'quota-exceeded' })
/** The maximum number of records of one owner. */
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
  ])('rejects the name of a record %s', (_case, other) => {
    const before = [...MALFORMED, stored('Wind', KIM.email), other, stored('Tide', LEE.email)]
    expect(() => addProject(before, { project, caller: KIM })).toThrow(taken)
  })

  // spec: own.projects.contact
  it("accepts the name of another owner's record", () => {
    const other = stored('Tide', LEE.email, [KIM.email, 'max@acme.example'])
    const shared = { ...project, user: [{ email: 'max@acme.example' }] }
    expect(addProject([other], { project: shared, caller: KIM }).projects).toHaveLength(2)
  })

  it.each(['.', '..'])('rejects the name %s, a dot segment', (name) => {
    const dotted = { ...project, details: [{ name }] }
    expect(() => addProject([], { project: dotted, caller: KIM })).toThrow(dots)
  })

  it('rejects only a caller whose quota is used up', () => {
    expect(() => addProject(full, { project, caller: KIM })).toThrow(overQuota)
    expect(addProject(full, { project, caller: LEE }).projects).toHaveLength(full.length + 1)
    expect(addProject(full.slice(1), { project, caller: KIM }).projects).toHaveLength(full.length)
  })
})

describe('updateProject', () => {
  it('replaces sent keys at the same index; other keys and the owner stay', () => {
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

  it('stores the order of sent keys', () => {
    const changes = { stage: '', ...changesTo('Tide') }
    const { record } = updateProject([stored('Tide', KIM.email)], {
      name: 'Tide',
      body: changes,
      caller: KIM,
    })
    expect(JSON.stringify(record)).toBe(JSON.stringify({ ...changes, owner: KIM.email }))
  })

  it("throws not-found for another owner's record", () => {
    const update = { name: 'Tide', body: changesTo('Tide'), caller: KIM }
    expect(() => updateProject([stored('Tide', LEE.email)], update)).toThrow(
      expect.objectContaining({ code: 'not-found', message: 'Project not found' }),
    )
  })

  it("allows an admin to edit another owner's record, and keeps its owner", () => {
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
  it('compares a new name with those of the owner, not of the admin', () => {
    const update = { name: 'Tide', body: changesTo('Wind'), caller: ADMIN }
    const tide = stored('Tide', LEE.email)
    expect(() => updateProject([tide, stored('Wind', ADMIN.email)], update)).not.toThrow()
    expect(() => updateProject([tide, stored('Wind', LEE.email)], update)).toThrow(conflict)
  })

  it('compares a new name with those of contacts without an owner', () => {
    const update = { name: 'Tide', body: changesTo('Wind'), caller: ADMIN }
    const legacy = stored('Tide', undefined, [KIM.email, LEE.email])
    expect(() => updateProject([legacy, stored('Wind', ADMIN.email)], update)).not.toThrow()
    expect(() => updateProject([legacy, stored('Wind', LEE.email)], update)).toThrow(conflict)
    const another = stored('Wind', undefined, ['KIM@acme.example'])
    expect(() => updateProject([legacy, another], update)).toThrow(conflict)
  })

  it('compares a new name with those of the caller for an orphan', () => {
    const update = { name: 'Tide', body: changesTo('Wind'), caller: ADMIN }
    const nobodys = stored('Tide')
    expect(() => updateProject([nobodys, stored('Wind', ADMIN.email)], update)).toThrow(conflict)
    expect(() => updateProject([nobodys, stored('Wind', KIM.email)], update)).not.toThrow()
  })

  it('allows edits of stored records with the same name', () => {
    const pair = [stored('Tide', KIM.email), stored('Tide', KIM.email), stored('Wind', KIM.email)]
    const update = { name: 'Tide', body: changesTo('Tide', { stage: 'x' }), caller: KIM }
    expect(updateProject(pair, update).projects[0]).toMatchObject({ stage: 'x' })
    expect(() =>
      updateProject(pair, { ...update, name: 'Wind', body: changesTo('Wind') }),
    ).not.toThrow()
  })

  it('gives an update without people the caller as owner', () => {
    const legacy = stored('Tide', undefined, [KIM.email])
    const update = { name: 'Tide', body: changesTo('Tide'), caller: KIM }
    expect(updateProject([legacy], update).record['owner']).toBe(KIM.email)
    const handedOver = { ...update.body, user: [{ email: LEE.email }] }
    expect(updateProject([legacy], { ...update, body: handedOver }).record).not.toHaveProperty(
      'owner',
    )
  })

  it('ignores records in which the owner is only a contact', () => {
    const update = { name: 'Tide', body: changesTo('Wind'), caller: KIM }
    const other = stored('Wind', LEE.email, [KIM.email])
    expect(() => updateProject([stored('Tide', KIM.email), other], update)).not.toThrow()
  })

  it.each(['.', '..'])('rejects a rename to %s, but not a stored name', (name) => {
    const changes = changesTo(name, { stage: 'x' })
    const named = (before: string) => [stored(before, KIM.email)]
    expect(() =>
      updateProject(named('Tide'), { name: 'Tide', body: changes, caller: KIM }),
    ).toThrow(dots)
    expect(updateProject(named(name), { name, body: changes, caller: KIM }).record).toMatchObject(
      changes,
    )
  })

  it('rejects an orphaned record for a caller whose quota is used up', () => {
    const orphaned = [...full, stored('Tide', undefined, [KIM.email])]
    const update = { name: 'Tide', body: changesTo('Tide'), caller: KIM }
    expect(() => updateProject(orphaned, update)).toThrow(overQuota)
    expect(() => updateProject(orphaned.slice(1), update)).not.toThrow()
  })
})

describe('deleteProject', () => {
  const others = [...MALFORMED, stored('Wind', KIM.email)]
  const target = { name: 'Tide', caller: KIM }

  it('deletes only the record of its owner', () => {
    const own = stored('Tide', KIM.email)
    const { projects, record } = deleteProject([own, ...others], target)
    expect(projects).toEqual(others)
    expect(record).toBe(own)
  })

  it('prefers the owned record to one with the caller as contact', () => {
    const shared = stored('Tide', LEE.email, [KIM.email])
    const { projects } = deleteProject([shared, stored('Tide', KIM.email)], target)
    expect(projects).toEqual([shared])
  })

  it.each([
    ['with an owned record as contact', stored('Tide', LEE.email, [KIM.email])],
    ['with an ownerless record as contact', stored('Tide', undefined, [KIM.email])],
  ])('is forbidden to a caller %s and allowed to an admin', (_case, record) => {
    const forbidden = expect.objectContaining({
      code: 'forbidden',
      message: 'Only the owner or an admin may delete a project',
    })
    expect(() => deleteProject([record], target)).toThrow(forbidden)
    expect(deleteProject([record], { ...target, caller: ADMIN }).projects).toEqual([])
  })

  it("throws not-found for another owner's record", () => {
    expect(() => deleteProject([stored('Tide', LEE.email)], target)).toThrow(
      expect.objectContaining({ code: 'not-found', message: 'Project not found' }),
    )
  })
})

describe('an edit with If-Match', () => {
  const target = { name: 'Tide', caller: KIM }
  const edit = { ...target, body: changesTo('Tide') }

  it('throws not-found before it validates the body', () => {
    const missing = expect.objectContaining({ code: 'not-found' })
    expect(() => updateProject([], { ...edit, body: {}, ifMatch: '*' })).toThrow(missing)
    expect(() => deleteProject([], { ...target, ifMatch: '*' })).toThrow(missing)
  })
})

describe('a name in two Unicode forms', () => {
  const [composed, decomposed] = ['Caf\u00e9 Quay', 'Cafe\u0301 Quay']
  const named = (name: string) => publicProject({ user: [{ email: '' }], details: [{ name }] })
  const conflicts = expect.objectContaining({ code: 'conflict' })

  it('is one name of an owner, and is stored as it was sent', () => {
    const { projects, record } = addProject([], { project: named(decomposed), caller: KIM })
    expect(record).toMatchObject({ details: [{ name: decomposed }] })
    const again = () => addProject(projects, { project: named(composed), caller: KIM })
    expect(again).toThrow(conflicts)
  })

  it('addresses the project in either form', () => {
    const before = [stored(composed, KIM.email)]
    const update = { name: decomposed, body: changesTo(composed), caller: KIM }
    expect(updateProject(before, update).record).toMatchObject({ details: [{ name: composed }] })
    expect(deleteProject(before, { name: decomposed, caller: KIM }).projects).toEqual([])
  })

  it('may be changed to the other form, but is not free for another project', () => {
    const before = [stored(composed, KIM.email), stored('Wind', KIM.email)]
    const own = { name: composed, body: changesTo(decomposed), caller: KIM }
    expect(updateProject(before, own).record).toMatchObject({ details: [{ name: decomposed }] })
    const other = { name: 'Wind', body: changesTo(decomposed), caller: KIM }
    expect(() => updateProject(before, other)).toThrow(conflicts)
  })

  it('addresses the exact form first when both are stored', () => {
    const before = [stored(composed, KIM.email), stored(decomposed, KIM.email)]
    const { projects } = deleteProject(before, { name: decomposed, caller: KIM })
    expect(projects).toHaveLength(1)
    expect(projects[0]).toEqual(before[0])
  })
})
