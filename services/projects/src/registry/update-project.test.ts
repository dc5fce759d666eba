import { describe, expect, it } from '@jest/globals'
import { DomainError } from '@landscape/errors'
import { ADMIN, KIM, LEE, MALFORMED, stored } from './project.fixture.ts'
import { updateProject } from './update-project.ts'

const changesTo = (name: string, more: object = {}) => ({
  user: [{ email: '' }],
  details: [{ name }],
  ...more,
})
const conflict = expect.objectContaining({
  code: 'conflict',
  message: 'Project with the same name already exists',
})

describe('updateProject', () => {
  it('replaces the keys that were sent, in place, and keeps the others and the owner', () => {
    const other = stored('Wind', KIM.email)
    const tide = { stage: 'Development', ...stored('Tide', KIM.email), extra: [1] }
    const before = [...MALFORMED, tide, other]
    const { projects, record } = updateProject(before, {
      name: 'Tide',
      changes: changesTo('Tide', { stage: '' }),
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
      changes,
      caller: KIM,
    })
    expect(JSON.stringify(record)).toBe(JSON.stringify({ ...changes, owner: KIM.email }))
  })

  it('finds nothing that belongs to somebody else', () => {
    const update = { name: 'Tide', changes: changesTo('Tide'), caller: KIM }
    expect(() => updateProject([stored('Tide', LEE.email)], update)).toThrow(
      expect.objectContaining({ code: 'not-found', message: 'Project not found' }),
    )
  })

  it('lets an admin edit a foreign record, whose owner stays', () => {
    const update = { name: 'Tide', changes: changesTo('Tide'), caller: ADMIN }
    const { record } = updateProject([stored('Tide', LEE.email)], update)
    expect(record['owner']).toBe(LEE.email)
  })

  it('renames unless another record of the same owner has the name', () => {
    const update = { name: 'Tide', changes: changesTo('Wind'), caller: KIM }
    const tide = stored('Tide', KIM.email)
    expect(updateProject([tide, stored('Wind', LEE.email)], update).record).toMatchObject({
      details: [{ name: 'Wind' }],
    })
    expect(() => updateProject([tide, stored('Wind', KIM.email)], update)).toThrow(conflict)
  })

  it('counts the names of the owner, not those of the admin who renames', () => {
    const update = { name: 'Tide', changes: changesTo('Wind'), caller: ADMIN }
    const tide = stored('Tide', LEE.email)
    expect(() => updateProject([tide, stored('Wind', ADMIN.email)], update)).not.toThrow()
    expect(() => updateProject([tide, stored('Wind', LEE.email)], update)).toThrow(conflict)
  })

  it('counts the names of the contacts when the record has no owner', () => {
    const update = { name: 'Tide', changes: changesTo('Wind'), caller: ADMIN }
    const legacy = stored('Tide', undefined, [KIM.email, LEE.email])
    expect(() => updateProject([legacy, stored('Wind', ADMIN.email)], update)).not.toThrow()
    expect(() => updateProject([legacy, stored('Wind', LEE.email)], update)).toThrow(conflict)
    const another = stored('Wind', undefined, ['KIM@acme.example'])
    expect(() => updateProject([legacy, another], update)).toThrow(conflict)
  })

  it('counts the names of whoever renames a record that belongs to nobody, and now owns it', () => {
    const update = { name: 'Tide', changes: changesTo('Wind'), caller: ADMIN }
    const nobodys = stored('Tide')
    expect(() => updateProject([nobodys, stored('Wind', ADMIN.email)], update)).toThrow(conflict)
    expect(() => updateProject([nobodys, stored('Wind', KIM.email)], update)).not.toThrow()
  })

  it('lets pairs of equal names that exist already be edited', () => {
    const pair = [stored('Tide', KIM.email), stored('Tide', KIM.email), stored('Wind', KIM.email)]
    const update = { name: 'Tide', changes: changesTo('Tide', { stage: 'x' }), caller: KIM }
    expect(updateProject(pair, update).projects[0]).toMatchObject({ stage: 'x' })
    expect(() =>
      updateProject(pair, { ...update, name: 'Wind', changes: changesTo('Wind') }),
    ).not.toThrow()
  })

  it('never leaves a record that nobody can reach', () => {
    const legacy = stored('Tide', undefined, [KIM.email])
    const update = { name: 'Tide', changes: changesTo('Tide'), caller: KIM }
    expect(updateProject([legacy], update).record['owner']).toBe(KIM.email)
    const handedOver = { ...update.changes, user: [{ email: LEE.email }] }
    expect(updateProject([legacy], { ...update, changes: handedOver }).record).not.toHaveProperty(
      'owner',
    )
  })

  it('shows the precondition the present state without the owner', () => {
    const seen: unknown[] = []
    const update = { name: 'Tide', changes: changesTo('Tide'), caller: KIM }
    const precondition = (current: unknown) => {
      seen.push(current)
      throw new DomainError('precondition-failed', 'no')
    }
    expect(() => updateProject([stored('Tide', KIM.email)], { ...update, precondition })).toThrow(
      'no',
    )
    expect(seen).toEqual([{ user: [], details: [{ name: 'Tide' }] }])
  })
})
