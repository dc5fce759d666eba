import { describe, expect, it } from '@jest/globals'
import { changePage } from '@landscape/store/history/change-page'
import { diff } from '@landscape/store/history/diff'
import type { Past, Position } from '@landscape/store/history/past'
import type { Change } from '@landscape/store/history/record'
import { projectChanges } from './project-changes.ts'
import { projectsOf } from './project.ts'
import {
  project,
  step,
  edit,
  EDIT,
  kim,
  lee,
  walking,
  shown,
  operations,
} from './project-changes.fixture.ts'

type Project = ReturnType<typeof project>

/**
 * Reads the changes of a record from a history of versions.
 *
 * @param versions oldest first
 * @param projects the current registry
 */
function registry(versions: Project[][], projects = versions.at(-1) ?? []) {
  const changes = versions.slice(1).map((next, i): Change => {
    const steps = diff({ projects: versions[i] }, { projects: next })
    const made = { id: `projects-${i + 1}-1`, at: new Date(i).toISOString(), action: `edit ${i}` }
    const rest = { requestId: null, subjects: [], names: [], summary: '', undoes: null }
    return { ...made, ...rest, actor: { email: 'ada@acme.example' }, steps }
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
    const source = projectChanges(past, { projects: projectsOf(projects), index }, {})
    const { changes: shown } = await changePage({ projects: source }, { limit: 50 })
    return shown.map(({ operations }) => operations.map(({ op, path }) => `${op} ${path}`))
  }
}

describe('projectChanges', () => {
  it('returns no changes of a record created for another owner', async () => {
    const versions = [[], [project('Tides', 'lee@acme.example')]]
    expect(await registry(versions)(0)).toEqual([['add /projects/Tides']])
    // As after an external change of the owner.
    expect(await registry(versions, [project('Tides', 'kim@acme.example')])(0)).toEqual([])
  })

  it('distinguishes a project from one with its name as prefix', async () => {
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

describe('a change of the entire array', () => {
  const complete = (path: '' | '/projects', before: unknown, after: unknown) => {
    const list = (projects: unknown) => (path === '' ? { projects } : projects)
    return { steps: [step('replace', path, { before: list(before), after: list(after) })] }
  }

  it.each(['', '/projects'] as const)('shows only the change of the record: "%s"', async (path) => {
    const after = (before: unknown, now: unknown) =>
      operations({ changes: [complete(path, before, now), edit()] })
    const [air, tides] = [lee('Air'), kim('Tides')]
    const REPLACED = ['replace /projects/Tides']
    expect(await after([air, tides], [kim('Tides', { stage: 'Live' }), air])).toEqual([
      REPLACED,
      EDIT,
    ])
    expect(await after([air], [air, tides])).toEqual([['add /projects/Tides']])
    expect(await after([tides, air], [tides])).toEqual([EDIT])
    expect(await after([tides], [air])).toEqual([])
    expect(await after('text', undefined)).toEqual([EDIT])
  })

  it('shows the values of the record without its owner', async () => {
    const live = kim('Tides', { stage: 'Live' })
    const [replaced] = await shown({ changes: [complete('', [lee('Air'), kim('Tides')], [live])] })
    const operation = { op: 'replace', path: '/projects/Tides' }
    const seen = (stage: string) => ({ details: [{ name: 'Tides' }], stage })
    expect(replaced?.operations).toStrictEqual([
      { ...operation, before: seen(''), after: seen('Live') },
    ])
    const [added] = await shown({ changes: [complete('', [], [live])] })
    expect(added?.operations).toStrictEqual([
      { op: 'add', path: '/projects/Tides', after: seen('Live') },
    ])
  })
})

describe('a visible change', () => {
  it('has the name of the record and a summary', async () => {
    expect(await shown({ changes: [edit()] })).toMatchObject([
      { id: 'projects-1', subjects: ['Tides'], summary: 'Tides: stage', document: 'projects' },
    ])
  })

  it('omits the owner from an order of members only', async () => {
    const names = ['owner', 'stage']
    const steps = [
      step('replace', '/projects/Tides', { order: [1, 0], before: names, after: names }),
      step('replace', '/projects/Tides/developed', { before: names, after: { owner: 'Team' } }),
    ]
    const [change] = await shown({ changes: [{ steps }] })
    expect(change?.operations).toMatchObject([
      { before: ['stage'], after: ['stage'] },
      { before: names, after: { owner: 'Team' } },
    ])
  })
})

describe('the query of projectChanges', () => {
  const changes = [edit(), { ...edit(), actor: { email: 'kim@acme.example' } }, edit()]

  it('ends the walk at `since` and filters the changes before', async () => {
    expect(await shown({ changes, query: { since: 2 }, isDamaged: true })).toHaveLength(2)
    expect(await shown({ changes, query: { actor: 'kim@acme.example' } })).toHaveLength(1)
    const renamed = [
      step('remove', '/projects/Sea', { before: kim('Sea') }),
      step('add', '/projects/Tides', { after: kim('Tides') }),
    ]
    const all = { changes: [{ steps: renamed }, edit('Sea')], query: { subject: 'Sea' } }
    expect(await shown(all)).toHaveLength(2)
  })

  it('continues below a position', async () => {
    const numbersBelow = async (below: Position) => {
      const found: Position[] = []
      for await (const { position } of walking({ changes })(below)) found.push(position)
      return found.map(({ number }) => number)
    }
    expect(await numbersBelow({ number: 3, index: 2 })).toEqual([3, 2, 1])
    expect(await numbersBelow({ number: 3, index: 1 })).toEqual([2, 1])
    expect(await numbersBelow({ number: 2, index: 0 })).toEqual([1])
    expect(await numbersBelow({ number: 1, index: 5 })).toEqual([1])
  })

  it('returns no changes of an absent record', async () => {
    expect(await shown({ changes, index: 1 })).toEqual([])
  })
})
