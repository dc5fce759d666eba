import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createEmbeddedStore } from '../../src/objects/embedded.ts'
import { StoreUnavailable, type ObjectStore } from '../../src/objects/port.ts'
import { z } from 'zod'
import { createDocument } from '../../src/documents/document.ts'

const ref = { bucket: 'audit-tool', key: 'projects.json' } as const
const Registry = z.looseObject({ projects: z.array(z.unknown()) })
const by = { actor: 'subject-1', email: 'kim@acme.example', action: 'edit' }
const project = (name: string) => ({ details: [{ name }] })

let store: ObjectStore
beforeEach(() => {
  store = createEmbeddedStore(':memory:')
})
afterEach(() => store.close())

/** Opens the registry as another process does. */
const open = (through: Partial<ObjectStore> = {}) =>
  createDocument({ ...store, ...through }, ref, Registry, { history: 'projects' })
type Opened = ReturnType<typeof open>

const edit = (document: Opened, change: (projects: unknown[]) => unknown[]) =>
  document.change(
    (current) => ({ next: { projects: change(current?.projects ?? []) }, result: undefined }),
    { by },
  )
const create = (document: Opened, name: string) =>
  edit(document, (projects) => [...projects, project(name)])

describe('the recorded change', () => {
  it('is returned to each caller of one commit', async () => {
    const document = open()
    await create(document, 'first')
    const made = await Promise.all(['a', 'b', 'c'].map((name) => create(document, name)))
    const records = made.map(({ change }) => change?.id.split('-')[1])
    expect(records[1]).toBe(records[2])
    for (const [i, { change }] of made.entries()) {
      const found = await (await document.past()).find(change?.id ?? '')
      expect(found?.change.subjects).toEqual([['a', 'b', 'c'][i]])
    }
  })

  it('is absent when nothing changed, or no history is recorded', async () => {
    const document = open()
    await create(document, 'a')
    expect(await edit(document, (projects) => projects)).not.toHaveProperty('change')
    const without = createDocument(store, { ...ref, key: 'other.json' }, Registry)
    expect(await create(without, 'a')).not.toHaveProperty('change')
  })

  it('is returned when the response to its write was lost', async () => {
    let isLost = true
    const document = open({
      async put(...args) {
        const stored = await store.put(...args)
        if (args[0].key !== ref.key || !isLost) return stored
        isLost = false
        throw new StoreUnavailable('socket hang up')
      },
    })
    expect((await create(document, 'a')).change?.id).toBe('projects-1-1')
  })

  it('contains its removal', async () => {
    const document = open()
    await create(document, 'a')
    const removal = { of: 'projects', count: 1, total: 1 }
    await document.change(() => ({ next: { projects: [] }, result: undefined, removal }), { by })
    const past = await document.past()
    expect((await past.find('projects-2-1'))?.change).toMatchObject({ removal })
    expect((await past.find('projects-1-1'))?.change).not.toHaveProperty('removal')
  })
})
