import { describe, expect, it } from '@jest/globals'
import { addProject } from './add-project.ts'
import { KIM, LEE, MALFORMED, stored } from './project.fixture.ts'

const project = { user: [{ email: '' }], details: [{ name: 'Tide' }] }
const conflict = expect.objectContaining({
  code: 'conflict',
  message: `Project with the same name 'Tide', and owner 'kim@acme.example' already exists`,
})

describe('addProject', () => {
  it('appends the project with the caller as hidden owner', () => {
    const before = [...MALFORMED, stored('Tide', LEE.email)]
    const { projects, record } = addProject(before, { project, caller: KIM })
    expect(record).toEqual({ ...project, owner: KIM.email })
    expect(projects).toEqual([...before, record])
  })

  it.each([
    ['owns', stored('Tide', 'KIM@acme.example')],
    ['is a contact of', stored('Tide', LEE.email, [KIM.email])],
  ])('refuses a name that a record has which the caller %s', (_how, other) => {
    expect(() => addProject([other], { project, caller: KIM })).toThrow(conflict)
  })

  it('does not mind a contact that both records share', () => {
    const other = stored('Tide', LEE.email, ['max@acme.example'])
    const shared = { ...project, user: [{ email: 'max@acme.example' }] }
    expect(addProject([other], { project: shared, caller: KIM }).projects).toHaveLength(2)
  })
})
