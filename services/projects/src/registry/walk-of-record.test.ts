import { describe, expect, it } from '@jest/globals'
import type { Step } from '@landscape/store/history/diff'
import type { Change } from '@landscape/store/history/record'
import { step, edit, EDIT, kim, lee, operations } from './project-changes.fixture.ts'

const nobodys = (name: string) => ({ details: [{ name }] })

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
