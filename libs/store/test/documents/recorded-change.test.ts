import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createEmbeddedStore } from '../../src/objects/embedded.ts'
import { replace } from '../../src/objects/directory.ts'
import { StoreUnavailable, type ObjectRef, type ObjectStore } from '../../src/objects/port.ts'
import { z } from 'zod'
import { createDocument, type DocumentOptions } from '../../src/documents/document.ts'
import type { Committed } from '../../src/documents/pending.ts'

const ref = { bucket: 'audit-tool', key: 'projects.json' } as const
const Registry = z.looseObject({ projects: z.array(z.unknown()) })
type Registry = z.output<typeof Registry>
const by = { actor: 'subject-1', email: 'kim@acme.example', action: 'edit' }
const project = (name: string, stage?: string | number) => ({ details: [{ name }], stage })

let store: ObjectStore
let gets: string[]
beforeEach(() => {
  store = createEmbeddedStore(':memory:')
  gets = []
})
afterEach(() => store.close())

/** Opens the registry as another process does, and logs the history keys that it reads. */
function open(options: DocumentOptions = {}, through: Partial<ObjectStore> = {}) {
  const logging: ObjectStore = {
    ...store,
    get: (object, ...rest) => {
      if (object.key !== ref.key) gets.push(object.key)
      return store.get(object, ...rest)
    },
    ...through,
  }
  return createDocument(logging, ref, Registry, { history: 'projects', ...options })
}
type Opened = ReturnType<typeof open>

const edit = (document: Opened, change: (projects: unknown[]) => unknown[]) =>
  document.change(
    (current) => ({ next: { projects: change(current?.projects ?? []) }, result: undefined }),
    { by },
  )
const create = (document: Opened, name: string, more: object = {}) =>
  edit(document, (projects) => [...projects, { ...project(name), ...more }])
const update = (document: Opened, name: string, stage: string | number) =>
  edit(document, (projects) =>
    projects.map((one) =>
      (one as ReturnType<typeof project>).details[0]?.name === name ? project(name, stage) : one,
    ),
  )
const before = ({ change }: Committed<Registry>, document: Opened) =>
  change && document.predecessor(change)

describe('the recorded change', () => {
  it('is returned to each caller of one commit', async () => {
    const document = open()
    await create(document, 'first')
    const made = await Promise.all(['a', 'b', 'c'].map((name) => create(document, name)))
    expect(made[1]?.change?.at).toEqual(made[2]?.change?.at)
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
    const document = open(
      {},
      {
        async put(...args) {
          const stored = await store.put(...args)
          if (args[0].key !== ref.key || !isLost) return stored
          isLost = false
          throw new StoreUnavailable('socket hang up')
        },
      },
    )
    expect((await create(document, 'a')).change?.id).toBe('projects-1-1')
    const later = await update(document, 'a', 'Beta')
    expect(await before(later, document)).toBe('projects-1-1')
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

describe('the predecessor of a change', () => {
  it('is the previous change of the same project', async () => {
    const document = open()
    const first = await create(document, 'a')
    await create(document, 'b')
    const second = await update(document, 'a', 'Alpha')
    await update(document, 'b', 'Alpha')
    const third = await update(document, 'a', 'Beta')
    expect(await before(first, document)).toBeUndefined()
    expect(await before(second, document)).toBe(first.change?.id)
    expect(await before(third, document)).toBe(second.change?.id)
  })

  it('is found in the same commit', async () => {
    const document = open()
    await create(document, 'a')
    const [, second, third] = await Promise.all(
      ['Alpha', 'Beta', 'Live'].map((stage) => update(document, 'a', stage)),
    )
    expect(third?.change?.at).toEqual(second?.change?.at)
    expect(await before(third!, document)).toBe(second?.change?.id)
  })

  it('is found when another process stored it', async () => {
    const [document, other] = [open(), open()]
    await create(document, 'a')
    await before(await update(document, 'a', 'Alpha'), document)
    await update(other, 'a', 'Beta')
    const third = await update(document, 'a', 'Live')
    expect(await before(third, document)).toBe('projects-3-1')
  })

  it('is unknown for a project that was stored before the history began', async () => {
    await replace(store, ref, Buffer.from(JSON.stringify({ projects: [project('a')] })))
    const document = open()
    const first = await update(document, 'a', 'Alpha')
    expect(await before(first, document)).toBeUndefined()
    expect(await before(await update(document, 'a', 'Beta'), document)).toBe(first.change?.id)
  })

  it('is found across a rename, but not across a deletion', async () => {
    const document = open()
    await create(document, 'a')
    const renamed = await edit(document, () => [project('b')])
    expect(await before(renamed, document)).toBe('projects-1-1')
    expect(await before(await update(document, 'b', 'Beta'), document)).toBe(renamed.change?.id)
    await edit(document, () => [])
    expect(await before(await create(document, 'b'), document)).toBeUndefined()
  })

  it('is not found across a change of the owner', async () => {
    const document = open()
    await create(document, 'a', { owner: 'lee@acme.example' })
    const second = await edit(document, () => [{ ...project('a'), owner: 'kim@acme.example' }])
    expect(await before(second, document)).toBeUndefined()
    const third = await edit(document, () => [
      { ...project('a', 'Beta'), owner: 'kim@acme.example' },
    ])
    expect(await before(third, document)).toBeUndefined()
  })

  it('is not found across a replacement of an unowned project by another program', async () => {
    const document = open()
    await create(document, 'a', { user: [{ email: 'kim@acme.example' }] })
    const user = [{ email: 'lee@acme.example' }]
    await replace(
      store,
      ref,
      Buffer.from(JSON.stringify({ projects: [{ ...project('a'), user }] })),
    )
    const made = await edit(document, () => [{ ...project('a', 'Beta'), user }])
    expect(await before(made, document)).toBeUndefined()
  })

  it('is found in a change that created several projects', async () => {
    const document = open()
    await edit(document, () => [project('a'), project('b')])
    expect(await before(await update(document, 'b', 'Beta'), document)).toBe('projects-1-1')
  })

  describe('in a long history', () => {
    // 256 records are folded into one block.
    const EDITS = 3 * 256

    /** Creates project `a`, edits `b` past the end of a block, and waits for the blocks. */
    async function long(): Promise<void> {
      const document = open()
      await edit(document, () => [project('a'), project('b')])
      for (let n = 0; n < EDITS; n++) await update(document, 'b', n)
      await new Promise((resolve) => {
        setTimeout(resolve, 50)
      })
    }

    it('costs a new process one block, and later calls no read', async () => {
      await long()
      const document = open()
      await update(document, 'b', 'Alpha')
      const second = await update(document, 'a', 'Alpha')
      gets = []
      expect(await before(second, document)).toBe('projects-1-1')
      const blocks = gets.filter((key) => key.includes('/blocks/'))
      expect(blocks).toEqual(['history/projects/blocks/000002.json'])
      const third = await update(document, 'a', 'Beta')
      gets = []
      expect(await before(third, document)).toBe(second.change?.id)
      expect(gets).toEqual([])
    }, 60_000)

    it('is unknown once deleted, and in a block of an earlier version', async () => {
      await long()
      const block = { bucket: ref.bucket, key: 'history/projects/blocks/000002.json' } as const
      const got = await store.get(block)
      const { newest, ...older } = JSON.parse(got.kind === 'found' ? got.body.toString() : '{}')
      expect(newest).toEqual({ a: 'projects-1-1', b: `projects-${EDITS}-1` })
      await replace(store, block, Buffer.from(JSON.stringify(older)))
      const document = open()
      expect(await before(await update(document, 'a', 'Alpha'), document)).toBeUndefined()

      await replace(store, block, Buffer.from(JSON.stringify({ ...older, newest })))
      const other = open()
      const { at } = (await (await other.past()).find('projects-300-1'))?.change ?? { at: '' }
      await other.forget(Date.parse(at))
      expect(await before(await update(other, 'b', 'Alpha'), other)).toBe(`projects-${EDITS + 1}-1`)
    }, 60_000)
  })

  it('is unknown when the history is damaged, which observers receive', async () => {
    await create(open(), 'a')
    const failures: unknown[] = []
    const record: ObjectRef = {
      bucket: ref.bucket,
      key: 'history/projects/records/000000/000000001.json',
    }
    await replace(store, record, Buffer.from('{}'))
    const document = open({ observers: [{ historyFailure: (_, error) => failures.push(error) }] })
    const made = await update(document, 'a', 'Alpha')
    expect(made.change?.id).toBe('projects-2-1')
    failures.length = 0
    expect(await before(made, document)).toBeUndefined()
    expect(failures).toHaveLength(1)
  })
})
