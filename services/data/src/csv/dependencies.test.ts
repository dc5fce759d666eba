import { describe, expect, it } from '@jest/globals'
import type { Name } from '@landscape/contracts/admit'
import { projectOfRecord } from '@landscape/contracts/projects'
import { dependentsByName, withDependents } from './dependencies.ts'

const named = (projects: Parameters<typeof dependentsByName>[0], name: string) =>
  dependentsByName(projects).get(name as Name)
const project = (name: unknown, ...project_dependencies: unknown[]) =>
  projectOfRecord({ details: [{ name, project_dependencies }] })

describe('dependentsByName', () => {
  it('lists each dependent and description of a name once, in stored order', () => {
    const why = { name: 'Harbour', description: 'why' }
    const projects = [
      project('B', why, { name: 'Harbour' }, why),
      project('Harbour'),
      project('A', why),
      project('A', why),
    ]
    expect(named(projects, 'Harbour')).toEqual([
      { name: 'B', description: 'why' },
      { name: 'B', description: '' },
      { name: 'A', description: 'why' },
    ])
  })

  it('shortens the name of a dependent', () => {
    const projects = [project('x'.repeat(300), { name: 'Harbour' })]
    expect(named(projects, 'Harbour')).toEqual([{ name: 'x'.repeat(200), description: '' }])
  })

  it('uses the short name of a project without a name', () => {
    const project_dependencies = [{ name: 'Harbour' }]
    const projects = [
      projectOfRecord({ details: [{ short_name: 'TT', project_dependencies }] }),
      projectOfRecord({ details: [{ project_dependencies }] }),
    ]
    expect(named(projects, 'Harbour')).toEqual([
      { name: 'TT', description: '' },
      { name: '', description: '' },
    ])
  })

  it('accepts the names of built-ins', () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      expect(named([project('P', { name }), project(name)], name)).toEqual([
        { name: 'P', description: '' },
      ])
      expect(named([], name)).toBeUndefined()
    }
  })
})

describe('withDependents', () => {
  it('has the first ten projects of a name', () => {
    const projects = [...Array.from({ length: 12 }, () => project('Harbour')), project('Tides')]
    expect([...withDependents(projects)]).toEqual([...projects.slice(0, 10), projects[12]])
  })
})
