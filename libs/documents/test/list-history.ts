import { createDocument, type StoredDocument } from '../src/index.ts'
import type { ObjectRef, ObjectStore } from '@landscape/object-store'
import { expect } from '@jest/globals'
import { z } from 'zod'

const List = z.looseObject({ items: z.array(z.string()) })
export type List = z.infer<typeof List>

/** A list of which the history is kept; each item is added once. */
export function openList(
  store: ObjectStore,
  ref: ObjectRef,
  options: { giveUpAfterMs?: number; clock?: () => number } = {},
): StoredDocument<List> {
  return createDocument(store, ref, List, { history: nameOf(ref), ...options })
}

function nameOf({ key }: ObjectRef): string {
  return key.replace('.json', '')
}

/** Adds an item for a caller of its own; resolves with the item once it is acknowledged. */
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

/**
 * Holds the history against what is stored: it leads to the document, every item that is stored is
 * recorded once, by its caller, and no record speaks of another.
 *
 * @param acknowledged items that callers were told to be stored
 */
export async function assertTrueHistory(
  store: ObjectStore,
  ref: ObjectRef,
  acknowledged: readonly string[],
): Promise<void> {
  const list = openList(store, ref)
  const items = (await list.read())?.value.items ?? []
  const recorded: string[] = []
  for await (const { change } of (await list.past()).changes({})) {
    const item = change.requestId?.replace('request-', '') ?? ''
    expect(change).toMatchObject({ actor: { email: `${item}@acme.example` }, action: 'add' })
    recorded.unshift(item)
  }
  expect(recorded).toEqual(items)
  expect(new Set(items).size).toBe(items.length)
  expect(items).toEqual(expect.arrayContaining([...acknowledged]))
  if (items.length > 0) {
    const now = await (await list.past()).stateAt(Number.MAX_SAFE_INTEGER)
    expect(now?.value).toEqual({ items })
  }
}
