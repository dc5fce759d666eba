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

/** A step at a place, which stands nowhere in particular. */
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
  /** Newest first; made by Ada unless it says otherwise. */
  changes: Partial<Change>[]
  projects?: object[]
  index?: number
  query?: ChangeQuery
  /** What happened before cannot be read. */
  isDamaged?: boolean
}

function walking({ projects = [kim('Tides')], index = 0, query = {}, ...walk }: Walk) {
  const { changes: made, isDamaged = false } = walk
  const told = { requestId: null, subjects: [], summary: '' }
  const past: Partial<Past> = {
    async *changes({ since = 0 }) {
      for (const [i, one] of made.entries()) {
        const number = made.length - i
        if (number < since) return
        const at = new Date(number).toISOString()
        const by = { action: 'edit', actor: { email: 'ada@acme.example' }, undoes: null, steps: [] }
        const change: Change = { id: `projects-${number}`, at, ...told, ...by, ...one }
        yield { document: 'projects', change, undoneBy: null, position: { number, index: 1 } }
      }
      if (isDamaged) throw new Error('damaged')
    },
  }
  return projectChanges(past as Past, { projects, index }, query)
}

/** What is shown of changes, newest first. */
async function shown(walk: Walk) {
  const { changes } = await changePage({ projects: walking(walk) }, { limit: 50 })
  return changes
}
const operations = async (walk: Walk) =>
  (await shown(walk)).map(({ operations }) => operations.map(({ op, path }) => `${op} ${path}`))

describe('the walk back along one record', () => {
  /** What is told between two edits of the record, and whether the older one is. */
  const between = async (
    change: Partial<Change>,
    projects: object[] = [kim('Tides')],
    index = 0,
  ) => {
    const told = await operations({ changes: [edit(), change, edit()], projects, index })
    expect(told[0]).toEqual(EDIT)
    const goesOn = told.length > 1 && told.at(-1)?.join() === EDIT.join()
    return { told: goesOn ? told.slice(1, -1) : told.slice(1), goesOn }
  }
  const ends = { told: [], goesOn: false }
  const passes = { told: [], goesOn: true }
  const byNobody = { actor: null }

  it('passes by other records', async () => {
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

  it('goes on where one of the same name comes after it, or one of another name before', async () => {
    for (const other of ['Tides~2', 'Charts']) {
      for (const op of ['add', 'remove', 'replace'] as const) {
        expect(await between({ steps: [step(op, `/projects/${other}`)] })).toEqual(passes)
      }
    }
    expect(await between({ steps: edit('Tides~2').steps })).toEqual(passes)
  })

  it('ends where one of its name came or went before it: it had another number', async () => {
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

  it('goes on behind its own new text, and ends where that of another stood in its place', async () => {
    const replaced = (before: unknown, more: Partial<Change> = {}) =>
      between({
        steps: [step('replace', '/projects/Tides', { before, after: kim('Tides') })],
        ...more,
      })
    const told = [['replace /projects/Tides']]
    expect(await replaced(kim('Tides'))).toEqual({ told, goesOn: true })
    expect(await replaced(kim('Tides'), byNobody)).toEqual({ told, goesOn: true })
    expect(await replaced(lee('Tides'))).toEqual(ends)
    expect(await replaced(nobodys('Tides'))).toEqual(ends)
    expect(await replaced('a text')).toEqual(ends)
  })

  it('goes on behind another order of its members', async () => {
    const order = { order: [1, 0], before: ['a', 'b'], after: ['b', 'a'] }
    expect(await between({ steps: [step('replace', '/projects/Tides', order)] })).toEqual({
      told: [['replace /projects/Tides']],
      goesOn: true,
    })
  })

  it('ends where it got its owner, and where it was taken away', async () => {
    const owned = step('add', '/projects/Tides/owner', { after: 'kim@acme.example' })
    expect(await between({ steps: [owned] })).toEqual(ends)
    expect(await between({ steps: [...edit().steps, owned] })).toEqual(ends)
    const removed = step('remove', '/projects/Tides', { before: kim('Tides') })
    expect(await between({ steps: [...edit().steps, removed] })).toEqual(ends)
  })

  it('goes on behind a member that was taken away, and contacts that nobody recorded', async () => {
    const removed = step('remove', '/projects/Tides/stage', { before: 'a' })
    expect(await between({ steps: [removed] })).toEqual({
      told: [['remove /projects/Tides/stage']],
      goesOn: true,
    })
    const contacts = edit('Tides', 'user')
    expect(await between({ ...contacts, ...byNobody })).toMatchObject({ goesOn: true })
  })

  describe('of a record without an owner', () => {
    const projects = [nobodys('Tides')]

    it('ends where its contacts, or all of it, changed and nobody is known to have done it', async () => {
      const contacts = edit('Tides', 'user')
      const whole = {
        steps: [step('replace', '/projects/Tides', { before: nobodys('Tides') })],
      }
      for (const change of [contacts, whole]) {
        expect(await between({ ...change, ...byNobody }, projects)).toEqual(ends)
        expect(await between(change, projects)).toMatchObject({ goesOn: true })
      }
      const other = edit('Tides', 'developed')
      expect(await between({ ...other, ...byNobody }, projects)).toMatchObject({ goesOn: true })
    })

    it('ends where one of the same name changed with it', async () => {
      const steps = [...edit('Tides', 'developed').steps, ...edit('Tides~2').steps]
      expect(await between({ steps }, projects)).toEqual(ends)
      expect(await between({ steps })).toMatchObject({ goesOn: true })
      const others = [...edit('Tides', 'developed').steps, ...edit('Charts').steps]
      expect(await between({ steps: others }, projects)).toMatchObject({ goesOn: true })
    })
  })
})

describe('the beginning of a record', () => {
  const added = (after: unknown = kim('Tides')) => step('add', '/projects/Tides', { after })
  const removed = (name: string, before: unknown) => step('remove', `/projects/${name}`, { before })
  const older = edit('Sea')
  const OLDER = ['replace /projects/Sea/stage']
  const ADDED = ['add /projects/Tides']

  it('is where it was added, or nothing when that was for somebody else', async () => {
    expect(await operations({ changes: [{ steps: [added()] }, edit()] })).toEqual([ADDED])
    expect(await operations({ changes: [{ steps: [added(lee('Tides'))] }, edit()] })).toEqual([])
    expect(await operations({ changes: [{ steps: [added('text')] }, edit()] })).toEqual([])
  })

  it('is what had another name before, where it is the only one of its owner that went', async () => {
    const went = removed('Sea', kim('Sea'))
    const renamed = ['remove /projects/Sea', ...ADDED]
    const after = (...steps: Step[]) => operations({ changes: [{ steps }, older] })
    expect(await after(went, added())).toEqual([renamed, OLDER])
    expect(await after(removed('Air', lee('Air')), went, added())).toEqual([renamed, OLDER])
    expect(await after(went, removed('Air', kim('Air')), added())).toEqual([ADDED])
    expect(await after(removed('Sea', lee('Sea')), added())).toEqual([ADDED])
    expect(await after(removed('Sea/links', kim('')), added())).toEqual([ADDED])
    const replaced = step('replace', '/projects/Sea', { before: kim('Sea') })
    expect(await after(replaced, added())).toEqual([ADDED])
  })

  it('without an owner is what had another name in an edit of nothing else', async () => {
    const projects = [nobodys('Tides')]
    const steps = [removed('Sea', nobodys('Sea')), added(nobodys('Tides'))]
    const after = (change: Partial<Change>) => operations({ changes: [change, older], projects })
    expect(await after({ steps })).toEqual([['remove /projects/Sea', ...ADDED], OLDER])
    expect(await after({ steps, actor: null })).toEqual([ADDED])
    expect(await after({ steps: [...steps, ...edit('Air').steps] })).toEqual([ADDED])
  })

  it('is gone on behind when that took back a deletion', async () => {
    const restored = { steps: [added()], undoes: 'deletion' }
    const gone = { id: 'deletion', steps: [removed('Tides', kim('Tides'))] }
    const another = { steps: [added(lee('Tides'))] }
    const after = (...changes: Partial<Change>[]) =>
      operations({ changes: [restored, another, ...changes, edit()] })
    expect(await after(gone)).toEqual([ADDED, ['remove /projects/Tides'], EDIT])
    // With what else happened at once.
    const more = step('remove', '/projects/Sea/links', { before: kim('') })
    const whole = step('replace', '/projects/Air', { before: kim('Air') })
    const many = { ...gone, steps: [...edit('Sea').steps, more, whole, ...gone.steps] }
    expect(await after(many)).toEqual([ADDED, ['remove /projects/Tides'], EDIT])
    const two = { ...gone, steps: [...gone.steps, removed('Air', lee('Air'))] }
    expect(await after(two)).toEqual([ADDED])
    const others = { ...gone, steps: [removed('Tides', lee('Tides'))] }
    expect(await after(others)).toEqual([ADDED])
    expect(await after()).toEqual([ADDED])
  })
})

describe('a change of all records', () => {
  const whole = (path: '' | '/projects', before: unknown, after: unknown) => {
    const list = (projects: unknown) => (path === '' ? { projects } : projects)
    return { steps: [step('replace', path, { before: list(before), after: list(after) })] }
  }

  it.each(['', '/projects'] as const)('shows what it did to the one: "%s"', async (path) => {
    const after = (before: unknown, now: unknown) =>
      operations({ changes: [whole(path, before, now), edit()] })
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

  it('has its values, without its owner and without other records', async () => {
    const live = kim('Tides', { stage: 'Live' })
    const [replaced] = await shown({ changes: [whole('', [lee('Air'), kim('Tides')], [live])] })
    const operation = { op: 'replace', path: '/projects/Tides' }
    const seen = (stage: string) => ({ details: [{ name: 'Tides' }], stage })
    expect(replaced?.operations).toStrictEqual([
      { ...operation, before: seen(''), after: seen('Live') },
    ])
    const [added] = await shown({ changes: [whole('', [], [live])] })
    expect(added?.operations).toStrictEqual([
      { op: 'add', path: '/projects/Tides', after: seen('Live') },
    ])
  })
})

describe('what is shown of a change', () => {
  it('names the record, and what was done to it', async () => {
    expect(await shown({ changes: [edit()] })).toMatchObject([
      { id: 'projects-1', subjects: ['Tides'], summary: 'Tides: stage', document: 'projects' },
    ])
  })

  it('leaves the owner out of an order, and nothing else out of a list', async () => {
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

describe('the query of the changes of a record', () => {
  const changes = [edit(), { ...edit(), actor: { email: 'kim@acme.example' } }, edit()]

  it('ends the walk at an instant, and picks from what it met', async () => {
    expect(await shown({ changes, query: { since: 2 }, isDamaged: true })).toHaveLength(2)
    expect(await shown({ changes, query: { actor: 'kim@acme.example' } })).toHaveLength(1)
    const renamed = [
      step('remove', '/projects/Sea', { before: kim('Sea') }),
      step('add', '/projects/Tides', { after: kim('Tides') }),
    ]
    const all = { changes: [{ steps: renamed }, edit('Sea')], query: { subject: 'Sea' } }
    expect(await shown(all)).toHaveLength(2)
  })

  it('goes on below a place', async () => {
    const told = async (below: Position) => {
      const found: Position[] = []
      for await (const { position } of walking({ changes })(below)) found.push(position)
      return found.map(({ number }) => number)
    }
    expect(await told({ number: 3, index: 2 })).toEqual([3, 2, 1])
    expect(await told({ number: 3, index: 1 })).toEqual([2, 1])
    expect(await told({ number: 2, index: 0 })).toEqual([1])
    expect(await told({ number: 1, index: 5 })).toEqual([1])
  })

  it('finds nothing of a record that is not there', async () => {
    expect(await shown({ changes, index: 1 })).toEqual([])
  })
})
