import {
  createDocument,
  type DocumentOptions,
  type StoredDocument,
} from '../../src/documents/document.ts'
import { shownChange } from '../../src/history/past.ts'
import type { ObjectRef, ObjectStore } from '../../src/objects/port.ts'
import { z } from 'zod'

const List = z.looseObject({ items: z.array(z.string()) })
export type List = z.infer<typeof List>

/** Opens a list with a recorded history, to which each item is added once. */
export function openList(
  store: ObjectStore,
  ref: ObjectRef,
  options: Pick<DocumentOptions, 'giveUpAfterMs' | 'clock' | 'observers'> = {},
): StoredDocument<List> {
  return createDocument(store, ref, List, { history: nameOf(ref), ...options })
}

/** A clock of the next day, on which the first edit stores a copy of the version before it. */
export const tomorrow = () => Date.now() + 24 * 60 * 60 * 1_000

/** Name of the history. */
export function nameOf({ key }: ObjectRef): string {
  return key.replace('.json', '')
}

/** Adds an item, with an author of its own; returns the item once it is stored. */
export async function add(list: StoredDocument<List>, item: string): Promise<string> {
  await list.change(
    (current) => ({
      next: { ...current, items: [...(current?.items ?? []), item] },
      result: undefined,
    }),
    {
      by: {
        actor: item,
        action: 'add',
        email: `${item}@acme.example`,
        requestId: `request-${item}`,
      },
    },
  )
  return item
}

/** All changes of a list, newest first. */
export async function changesOf(store: ObjectStore, ref: ObjectRef) {
  const changes = []
  for await (const found of (await openList(store, ref).past()).changes({})) {
    changes.push(shownChange(found))
  }
  return changes
}

/** Stores the record of a change without its version, as a process that dies between the two. */
export async function dieBeforeTheVersion(
  store: ObjectStore,
  ref: ObjectRef,
  item: string,
): Promise<void> {
  const died = Promise.withResolvers<void>()
  const dying: ObjectStore = {
    ...store,
    put(to, ...args) {
      if (to.key !== ref.key) return store.put(to, ...args)
      died.resolve()
      return new Promise(() => {})
    },
  }
  void add(openList(dying, ref), item)
  await died.promise
}
