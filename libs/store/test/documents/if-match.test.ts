import { beforeEach, describe, expect, it } from '@jest/globals'
import { createEmbeddedStore } from '../../src/objects/embedded.ts'
import { scriptedStore } from '../objects/scripted-store.ts'
import type { ChangeOptions } from '../../src/documents/document.ts'
import { entityTag } from '../../src/documents/entity-tag.ts'
import { add, openList, type List } from './list-history.ts'
import { to } from './to.ts'

const ref = { bucket: 'main', key: 'list.json' } as const
const by = { actor: 'subject-1', action: 'test' }
const changed = {
  code: 'precondition-failed',
  message: 'The resource has changed since it was read',
}

let real = createEmbeddedStore(':memory:')
let { store, script } = scriptedStore(real)
beforeEach(() => {
  real = createEmbeddedStore(':memory:')
  ;({ store, script } = scriptedStore(real))
})

/** Adds an item with a precondition. */
function addIf(options: Omit<ChangeOptions<List>, 'by'>) {
  const more = (current: List | undefined) => ({ items: [...(current?.items ?? []), 'more'] })
  return openList(store, ref).change(to(more), { by, ...options })
}
const items = async () => (await openList(real, ref).read())?.value.items

describe('a change with If-Match', () => {
  it('is stored only when the tag matches the present state', async () => {
    await add(openList(real, ref), 'a')
    const ifMatch = entityTag({ items: ['a'] })
    expect((await addIf({ ifMatch })).value).toEqual({ items: ['a', 'more'] })
    await expect(addIf({ ifMatch })).rejects.toMatchObject(changed)
    expect(await items()).toEqual(['a', 'more'])
  })

  it('compares the tag with the version of a faster writer', async () => {
    await add(openList(real, ref), 'a')
    script.beforePut = async () => {
      script.beforePut = () => {}
      await add(openList(real, ref), 'faster')
    }
    const late = addIf({ ifMatch: entityTag({ items: ['a'] }) })
    await expect(late).rejects.toMatchObject(changed)
    expect(await items()).toEqual(['a', 'faster'])
  })

  it('compares the tag of a selected part, and rejects a missing part', async () => {
    await add(openList(real, ref), 'a')
    const nth = (n: number) => (list: List | undefined) => list?.items[n]
    await addIf({ ifMatch: entityTag('a'), tagged: nth(0) })
    await expect(addIf({ ifMatch: entityTag('a'), tagged: nth(1) })).rejects.toMatchObject(changed)
    await expect(addIf({ ifMatch: '*', tagged: nth(2) })).rejects.toMatchObject(changed)
    expect(await items()).toEqual(['a', 'more'])
  })

  it('is rejected for * when the document does not exist', async () => {
    await expect(addIf({ ifMatch: '*' })).rejects.toMatchObject(changed)
    expect(await items()).toBeUndefined()
  })
})
