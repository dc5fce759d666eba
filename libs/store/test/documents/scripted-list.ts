import { beforeEach } from '@jest/globals'
import { z } from 'zod'
import { createDocument, type DocumentOptions } from '../../src/documents/document.ts'
import { createEmbeddedStore } from '../../src/objects/embedded.ts'
import { StoreUnavailable } from '../../src/objects/port.ts'
import { scriptedStore } from '../objects/scripted-store.ts'
import { to } from './to.ts'

export const ref = { bucket: 'main', key: 'list.json' } as const
export const List = z.looseObject({ items: z.array(z.string()) })
export type List = z.infer<typeof List>
export const by = { actor: 'subject-1', action: 'test' }

/** A change that adds an item. */
export const add = (item: string) => (list: List | undefined) => ({
  ...list,
  items: [...(list?.items ?? []), item],
})

/** A store call that fails. */
export const away = () => {
  throw new StoreUnavailable('connection refused')
}

/** The store of this test, as other processes use it. */
export let real = createEmbeddedStore(':memory:')
/** The same store, with a script of its calls. */
export let scripted = scriptedStore(real)

/** Gives each test of the suite a new store. */
export function renewStores(): void {
  beforeEach(() => {
    real = createEmbeddedStore(':memory:')
    scripted = scriptedStore(real)
  })
}

/** Opens the list on the scripted store. */
export const open = (options: DocumentOptions = {}) =>
  createDocument(scripted.store, ref, List, { giveUpAfterMs: 300, ...options })

/** A write by another process. */
export const writeElsewhere = (item: string) =>
  createDocument(real, ref, List).change(to(add(item)), { by })
