import { expect } from '@jest/globals'
import { headOf } from '../../src/history/head.ts'
import { openArchive } from '../../src/history/archive.ts'
import { verifyHistory, type Verdict } from '../../src/history/verify.ts'
import type { ObjectRef, ObjectStore } from '../../src/objects/port.ts'
import { nameOf, openList } from './list-history.ts'

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
  expect(await verdictOn(store, ref)).not.toHaveProperty('fault')
}

/** Whether each record continues the one before it, and leads to what it says. */
export async function verdictOn(store: ObjectStore, ref: ObjectRef): Promise<Verdict> {
  const archive = openArchive(store, ref.bucket, nameOf(ref))
  const version = (await openList(store, ref).read()) ?? { value: undefined }
  return verifyHistory(archive, await headOf(archive, version))
}
