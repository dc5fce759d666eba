import { describe, expect, it } from '@jest/globals'
import { updateProject } from './edits.ts'
import { ADMIN, KIM, LEE, stored } from './project.fixture.ts'
import { publicProject, type StoredProject } from './project.ts'

const first = { ...stored('Tide', KIM.email), stage: 'Live', developed: ['In House', ''] }
const second = {
  ...stored('Tide', KIM.email),
  stage: 'Development',
  developed: ['Outsourced', 'A'],
}
const save = (projects: unknown[], body: StoredProject, caller = KIM) =>
  updateProject(projects, {
    name: 'Tide',
    body: { ...publicProject(body), user: [{ email: '' }] },
    caller,
  })
const refusal = expect.objectContaining({
  code: 'conflict',
  message:
    "Several projects are called 'Tide', and the body matches a different one; rename one of them",
})

describe('a save under a name that several projects have', () => {
  it('changes the first of the caller, which the name leads to', () => {
    const { projects } = save([second, first], { ...second, stage: 'Unsupported' })
    expect(projects).toEqual([{ ...second, user: [{ email: '' }], stage: 'Unsupported' }, first])
  })

  it('is refused when it is another one of them, changed or not', () => {
    expect(() => save([first, second], second)).toThrow(refusal)
    expect(() => save([first, second], { ...second, more: 1 })).toThrow(refusal)
    expect(() => save([first, second], { ...second, details: [{ name: 'Ebb' }] })).toThrow(refusal)
  })

  it('is refused when it is any of several others', () => {
    const third = { ...first, stage: 'Unsupported', developed: ['Partnership', 'B'] }
    for (const others of [
      [second, third],
      [third, second],
    ])
      expect(() => save([first, ...others], second)).toThrow(refusal)
  })

  it('changes the one that the name leads to when it is as much like another', () => {
    const { projects } = save([first, { ...first }], { ...first, stage: 'Unsupported' })
    expect(projects).toMatchObject([{ stage: 'Unsupported' }, first])
  })

  it('is refused for one of somebody else that the caller is shown, too', () => {
    const lees = { ...second, owner: LEE.email }
    expect(() => save([first, lees], lees, ADMIN)).toThrow(refusal)
    const shared = { ...lees, user: [{ email: KIM.email }] }
    expect(() => save([first, shared], shared)).toThrow(refusal)
  })

  it('is nothing special when the caller is not shown the other one', () => {
    const lees = { ...second, owner: LEE.email }
    const { projects } = save([first, lees], second)
    expect(projects[0]).toMatchObject({ stage: 'Development' })
  })
})
