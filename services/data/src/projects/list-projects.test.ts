import { atOnce } from '@landscape/contracts/async/in-slices'
import { describe, expect, it } from '@jest/globals'
import { joinLandscape, NO_DOCUMENTS } from '../join/join-landscape.ts'
import { listProjects } from './list-projects.ts'

const projects = ['Harbour', 'Berths'].map((name) => ({ details: [{ name }] }))
const landscape = atOnce(joinLandscape({ ...NO_DOCUMENTS, projects: { projects } }))
const rowsOf = (q: string, isSignedIn: boolean) =>
  atOnce(listProjects({ landscape }, { q }, { sort: 'name' }, isSignedIn)).body.projects

describe('listProjects', () => {
  it('makes the row of a project once for each audience of a landscape', () => {
    const [row] = rowsOf('harbour', false)
    expect(row).toMatchObject({ name: 'Harbour' })
    expect(rowsOf('', false)).toContain(row)
    expect(rowsOf('harbour', true)[0]).not.toBe(row)
  })
})
