import { describe, expect, it } from '@jest/globals'
import type { JsonRecord } from '@landscape/contracts/json'
import { updateProject } from './edits.ts'
import { ADMIN, KIM, LEE, onStored, stored } from './project.fixture.ts'
import { publicProject } from './project.ts'

const first = { ...stored('Tide', KIM.email), stage: 'Live', developed: ['In House', ''] }
const second = {
  ...stored('Tide', KIM.email),
  stage: 'Development',
  developed: ['Outsourced', 'A'],
}
const save = (projects: unknown[], body: JsonRecord, caller = KIM) =>
  onStored(updateProject)(projects, {
    name: 'Tide',
    body: { ...publicProject(body), user: [{ email: '' }] },
    caller,
  })
const rejection = expect.objectContaining({
  code: 'conflict',
  message:
    "Several projects are called 'Tide', and the body matches a different one; rename one of them",
})

describe('assertNotNamesake', () => {
  it('accepts an update of the addressed project', () => {
    const { projects } = save([second, first], { ...second, stage: 'Unsupported' })
    expect(projects).toEqual([{ ...second, user: [{ email: '' }], stage: 'Unsupported' }, first])
  })

  it('rejects the body of another project of the name, changed or not', () => {
    expect(() => save([first, second], second)).toThrow(rejection)
    expect(() => save([first, second], { ...second, more: 1 })).toThrow(rejection)
    expect(() => save([first, second], { ...second, details: [{ name: 'Ebb' }] })).toThrow(
      rejection,
    )
  })

  it('rejects the body of any of several other projects', () => {
    const third = { ...first, stage: 'Unsupported', developed: ['Partnership', 'B'] }
    for (const others of [
      [second, third],
      [third, second],
    ])
      expect(() => save([first, ...others], second)).toThrow(rejection)
  })

  it('accepts a body that matches both projects equally', () => {
    const { projects } = save([first, { ...first }], { ...first, stage: 'Unsupported' })
    expect(projects).toMatchObject([{ stage: 'Unsupported' }, first])
  })

  it("rejects the body of another owner's project that the caller may read", () => {
    const lees = { ...second, owner: LEE.email }
    expect(() => save([first, lees], lees, ADMIN)).toThrow(rejection)
    const shared = { ...lees, user: [{ email: KIM.email }] }
    expect(() => save([first, shared], shared)).toThrow(rejection)
  })

  it('ignores projects that the caller may not read', () => {
    const lees = { ...second, owner: LEE.email }
    const { projects } = save([first, lees], second)
    expect(projects[0]).toMatchObject({ stage: 'Development' })
  })
})
