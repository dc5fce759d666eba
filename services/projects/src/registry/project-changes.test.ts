import { describe, expect, it } from '@jest/globals'
import {
  changePage,
  diff,
  type Change,
  type ChangeQuery,
  type Past,
  type Position,
  type Step,
} from '@landscape/store'
import { projectChanges } from './project-changes.ts'

const project = (name: string, owner: string, stage = '') => ({ details: [{ name }], stage, owner })
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
    const rest = { requestId: null, subjects: [], summary: '', undoes: null }
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
    const source = projectChanges(past, { projects, index }, {})
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

/** A step without an index. */
const step = (op: Step['op'], path: string, more: Partial<Step> = {}): Step => ({
  op,
  path,
  at: [],
  ...more,
})
const edit = (segment = 'Tides', member = 'stage') => ({
  steps: [step('replace', `/projects/${segment}/${member}`, { before: 'a', after: 'b' })],
})
const EDIT = ['replace /projects/Tides/stage']
const kim = (name: string, more: object = {}) => ({
  ...project(name, 'kim@acme.example'),
  ...more,
})
const lee = (name: string) => project(name, 'lee@acme.example')
const nobodys = (name: string) => ({ details: [{ name }] })

interface Walk {
  /** Newest first; by Ada by default. */
  changes: Partial<Change>[]
  projects?: object[]
  index?: number
  query?: ChangeQuery
  /** Whether reading older changes fails. */
  isDamaged?: boolean
}

function walking({ projects = [kim('Tides')], index = 0, query = {}, ...walk }: Walk) {
  const { changes: made, isDamaged = false } = walk
  const rest = { requestId: null, subjects: [], summary: '' }
  const past: Partial<Past> = {
    async *changes({ since = 0 }) {
      for (const [i, one] of made.entries()) {
        const number = made.length - i
        if (number < since) return
        const at = new Date(number).toISOString()
        const by = { action: 'edit', actor: { email: 'ada@acme.example' }, undoes: null, steps: [] }
        const change: Change = { id: `projects-${number}`, at, ...rest, ...by, ...one }
        yield { document: 'projects', change, undoneBy: null, position: { number, index: 1 } }
      }
      if (isDamaged) throw new Error('damaged')
    },
  }
  return projectChanges(past as Past, { projects, index }, query)
}

/** The visible changes, newest first. */
async function shown(walk: Walk) {
  const { changes } = await changePage({ projects: walking(walk) }, { limit: 50 })
  return changes
}
const operations = async (walk: Walk) =>
  (await shown(walk)).map(({ operations }) => operations.map(({ op, path }) => `${op} ${path}`))

describe('the walk through the history of a record', () => {
  /** The visible steps of a change between two edits, and whether the walk reaches the older edit. */
  const between = async (
    change: Partial<Change>,
    projects: object[] = [kim('Tides')],
    index = 0,
  ) => {
    const visible = await operations({ changes: [edit(), change, edit()], projects, index })
    expect(visible[0]).toEqual(EDIT)
    const continues = visible.length > 1 && visible.at(-1)?.join() === EDIT.join()
    return { steps: continues ? visible.slice(1, -1) : visible.slice(1), continues }
  }
  const ends = { steps: [], continues: false }
  const passes = { steps: [], continues: true }
  const external = { actor: null }

  it('ignores other records', async () => {
    const { steps } = edit('Charts')
    expect(await between({ steps })).toEqual(passes)
    expect(await between({ steps: [step('remove', '/projects/Charts')] })).toEqual(passes)
    expect(await between({ steps: [step('replace', '/other/Tides')] })).toEqual(passes)
    const list = { before: [], after: [kim('Tides')] }
    expect(await between({ steps: [step('replace', '/other', list)] })).toEqual(passes)
    expect(await between({ steps: [step('replace', '/projects', { order: [1, 0] })] })).toEqual(
      passes,
    )
  })

  it('continues at changes of records that do not shift its number', async () => {
    for (const other of ['Tides~2', 'Charts']) {
      for (const op of ['add', 'remove', 'replace'] as const) {
        expect(await between({ steps: [step(op, `/projects/${other}`)] })).toEqual(passes)
      }
    }
    expect(await between({ steps: edit('Tides~2').steps })).toEqual(passes)
  })

  it('ends where an earlier record of the name was added or removed', async () => {
    const projects = [kim('Tides'), lee('Tides')]
    const second = { changes: [edit('Tides~2')], projects, index: 1 }
    expect(await operations(second)).toEqual([['replace /projects/Tides~2/stage']])
    for (const op of ['add', 'remove'] as const) {
      const steps = [...edit('Charts').steps, step(op, '/projects/Tides')]
      const changes = [{ steps }, edit('Tides~2')]
      expect(await operations({ ...second, changes })).toEqual([])
    }
    const changes = [edit('Tides'), edit('Tides~2')]
    expect(await operations({ ...second, changes })).toHaveLength(1)
  })

  it('continues at its own replacement and ends at that of another record', async () => {
    const replaced = (before: unknown, more: Partial<Change> = {}) =>
      between({
        steps: [step('replace', '/projects/Tides', { before, after: kim('Tides') })],
        ...more,
      })
    const steps = [['replace /projects/Tides']]
    expect(await replaced(kim('Tides'))).toEqual({ steps, continues: true })
    expect(await replaced(kim('Tides'), external)).toEqual({ steps, continues: true })
    expect(await replaced(lee('Tides'))).toEqual(ends)
    expect(await replaced(nobodys('Tides'))).toEqual(ends)
    expect(await replaced('text')).toEqual(ends)
  })

  it('continues at a new order of its members', async () => {
    const order = { order: [1, 0], before: ['a', 'b'], after: ['b', 'a'] }
    expect(await between({ steps: [step('replace', '/projects/Tides', order)] })).toEqual({
      steps: [['replace /projects/Tides']],
      continues: true,
    })
  })

  it('ends where its owner was added or the record was removed', async () => {
    const owned = step('add', '/projects/Tides/owner', { after: 'kim@acme.example' })
    expect(await between({ steps: [owned] })).toEqual(ends)
    expect(await between({ steps: [...edit().steps, owned] })).toEqual(ends)
    const removed = step('remove', '/projects/Tides', { before: kim('Tides') })
    expect(await between({ steps: [...edit().steps, removed] })).toEqual(ends)
  })

  it('continues at a removed member and an external change of contacts', async () => {
    const removed = step('remove', '/projects/Tides/stage', { before: 'a' })
    expect(await between({ steps: [removed] })).toEqual({
      steps: [['remove /projects/Tides/stage']],
      continues: true,
    })
    const contacts = edit('Tides', 'user')
    expect(await between({ ...contacts, ...external })).toMatchObject({ continues: true })
  })

  describe('of a record without an owner', () => {
    const projects = [nobodys('Tides')]

    it('ends at an external change of its contacts or of the record', async () => {
      const contacts = edit('Tides', 'user')
      const complete = {
        steps: [step('replace', '/projects/Tides', { before: nobodys('Tides') })],
      }
      for (const change of [contacts, complete]) {
        expect(await between({ ...change, ...external }, projects)).toEqual(ends)
        expect(await between(change, projects)).toMatchObject({ continues: true })
      }
      const other = edit('Tides', 'developed')
      expect(await between({ ...other, ...external }, projects)).toMatchObject({ continues: true })
    })

    it('ends where a record with the same name changed with it', async () => {
      const steps = [...edit('Tides', 'developed').steps, ...edit('Tides~2').steps]
      expect(await between({ steps }, projects)).toEqual(ends)
      expect(await between({ steps })).toMatchObject({ continues: true })
      const others = [...edit('Tides', 'developed').steps, ...edit('Charts').steps]
      expect(await between({ steps: others }, projects)).toMatchObject({ continues: true })
    })
  })
})

describe('the start of the history of a record', () => {
  const added = (after: unknown = kim('Tides')) => step('add', '/projects/Tides', { after })
  const removed = (name: string, before: unknown) => step('remove', `/projects/${name}`, { before })
  const older = edit('Sea')
  const OLDER = ['replace /projects/Sea/stage']
  const ADDED = ['add /projects/Tides']

  it('is its creation, or nothing when created for another owner', async () => {
    expect(await operations({ changes: [{ steps: [added()] }, edit()] })).toEqual([ADDED])
    expect(await operations({ changes: [{ steps: [added(lee('Tides'))] }, edit()] })).toEqual([])
    expect(await operations({ changes: [{ steps: [added('text')] }, edit()] })).toEqual([])
  })

  it('continues at the old name of a rename when that is unique', async () => {
    const old = removed('Sea', kim('Sea'))
    const renamed = ['remove /projects/Sea', ...ADDED]
    const after = (...steps: Step[]) => operations({ changes: [{ steps }, older] })
    expect(await after(old, added())).toEqual([renamed, OLDER])
    expect(await after(removed('Air', lee('Air')), old, added())).toEqual([renamed, OLDER])
    expect(await after(old, removed('Air', kim('Air')), added())).toEqual([ADDED])
    expect(await after(removed('Sea', lee('Sea')), added())).toEqual([ADDED])
    expect(await after(removed('Sea/links', kim('')), added())).toEqual([ADDED])
    const replaced = step('replace', '/projects/Sea', { before: kim('Sea') })
    expect(await after(replaced, added())).toEqual([ADDED])
  })

  it('continues at the old name without an owner in a change of one record', async () => {
    const projects = [nobodys('Tides')]
    const steps = [removed('Sea', nobodys('Sea')), added(nobodys('Tides'))]
    const after = (change: Partial<Change>) => operations({ changes: [change, older], projects })
    expect(await after({ steps })).toEqual([['remove /projects/Sea', ...ADDED], OLDER])
    expect(await after({ steps, actor: null })).toEqual([ADDED])
    expect(await after({ steps: [...steps, ...edit('Air').steps] })).toEqual([ADDED])
  })

  it('continues at the deletion that a restoration undid', async () => {
    const restored = { steps: [added()], undoes: 'deletion' }
    const deletion = { id: 'deletion', steps: [removed('Tides', kim('Tides'))] }
    const another = { steps: [added(lee('Tides'))] }
    const after = (...changes: Partial<Change>[]) =>
      operations({ changes: [restored, another, ...changes, edit()] })
    expect(await after(deletion)).toEqual([ADDED, ['remove /projects/Tides'], EDIT])
    // Together with other changes.
    const more = step('remove', '/projects/Sea/links', { before: kim('') })
    const complete = step('replace', '/projects/Air', { before: kim('Air') })
    const many = { ...deletion, steps: [...edit('Sea').steps, more, complete, ...deletion.steps] }
    expect(await after(many)).toEqual([ADDED, ['remove /projects/Tides'], EDIT])
    const two = { ...deletion, steps: [...deletion.steps, removed('Air', lee('Air'))] }
    expect(await after(two)).toEqual([ADDED])
    const others = { ...deletion, steps: [removed('Tides', lee('Tides'))] }
    expect(await after(others)).toEqual([ADDED])
    expect(await after()).toEqual([ADDED])
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
