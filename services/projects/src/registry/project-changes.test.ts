import { describe, expect, it } from '@jest/globals'
import { changePage, diff, type Change, type Past } from '@landscape/history'
import { projectChanges } from './project-changes.ts'

const project = (name: string, owner: string, stage = '') => ({ details: [{ name }], stage, owner })
type Project = ReturnType<typeof project>

/**
 * Tells the changes of a record of a registry.
 *
 * @param versions oldest first; the first is what the history began with
 * @param projects as they are now
 */
function registry(versions: Project[][], projects = versions.at(-1) ?? []) {
  const changes = versions.slice(1).map((next, i): Change => {
    const steps = diff({ projects: versions[i] }, { projects: next })
    const made = { id: `projects-${i + 1}-1`, at: new Date(i).toISOString(), action: `edit ${i}` }
    const told = { requestId: null, subjects: [], summary: '', undoes: null }
    return { ...made, ...told, actor: { email: 'ada@acme.example' }, steps }
  })
  const past = {
    async *changes() {
      for (const [i, change] of [...changes.entries()].toReversed()) {
        const position = { number: i + 1, index: 0 }
        yield { document: 'projects', change, undoneBy: null, position }
      }
    },
  } as unknown as Past
  return async (index: number) => {
    const source = projectChanges(past, { projects, index }, {})
    const { changes: shown } = await changePage({ projects: source }, { limit: 50 })
    return shown.map(({ operations }) => operations.map(({ op, path }) => `${op} ${path}`))
  }
}

describe('projectChanges', () => {
  it('shows nothing of a record that was created for somebody else', async () => {
    const versions = [[], [project('Tides', 'lee@acme.example')]]
    expect(await registry(versions)(0)).toEqual([['add /projects/Tides']])
    // As after an edit of the owner that nobody recorded.
    expect(await registry(versions, [project('Tides', 'kim@acme.example')])(0)).toEqual([])
  })

  it('follows a project beside one whose name it begins with', async () => {
    const kim = (name: string, stage = '') => project(name, 'kim@acme.example', stage)
    const changesOf = registry([
      [kim('HTTP')],
      [kim('HTTP'), kim('HTTP/2')],
      [kim('HTTP'), kim('HTTP/2', 'Live')],
      [kim('HTTP', 'Live'), kim('HTTP/2', 'Live')],
    ])
    expect(await changesOf(0)).toEqual([['replace /projects/HTTP/stage']])
    expect(await changesOf(1)).toEqual([
      ['replace /projects/HTTP~12/stage'],
      ['add /projects/HTTP~12'],
    ])
  })
})
