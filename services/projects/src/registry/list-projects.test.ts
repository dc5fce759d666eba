import { describe, expect, it } from '@jest/globals'
import { listProjects } from './list-projects.ts'
import { ADMIN, KIM, LEE, MALFORMED, stored } from './project.fixture.ts'

const a = stored('A', KIM.email)
const b = stored('B', LEE.email)
const c = stored('C', LEE.email, [KIM.email])

describe('listProjects', () => {
  it('keeps what belongs to the caller, in stored order', () => {
    expect(listProjects([c, ...MALFORMED, b, a], KIM, 'own')).toEqual([c, a])
    expect(listProjects([a, b, c], ADMIN, 'own')).toEqual([])
  })

  it('keeps every record with scope all', () => {
    expect(listProjects([null, b, 'x', a], ADMIN, 'all')).toEqual([b, a])
  })
})
