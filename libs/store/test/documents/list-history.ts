import {
  createDocument,
  type DocumentOptions,
  type StoredDocument,
} from '../../src/documents/document.ts'
import type { ObjectRef, ObjectStore } from '../../src/objects/port.ts'
import { z } from 'zod'

const List = z.looseObject({ items: z.array(z.string()) })
export type List = z.infer<typeof List>

/** A list of which the history is kept; each item is added once. */
export function openList(
  store: ObjectStore,
  ref: ObjectRef,
  options: Pick<DocumentOptions, 'giveUpAfterMs' | 'clock' | 'observers'> = {},
): StoredDocument<List> {
  return createDocument(store, ref, List, { history: nameOf(ref), ...options })
}

/** Under which its history is kept. */
export function nameOf({ key }: ObjectRef): string {
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
