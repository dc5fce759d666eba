import { expect } from '@jest/globals'
import { headOf } from '../../src/history/head.ts'
import { openArchive } from '../../src/history/archive.ts'
import { verifyHistory, type Verdict } from '../../src/history/verify.ts'
import type { ObjectRef, ObjectStore } from '../../src/objects/port.ts'
import { nameOf, openList } from './list-history.ts'

/**
 * Compares the history with the document: the records lead to it, and contain each stored item once, with
 * its author, and no other item.
 *
 * @param acknowledged items whose changes resolved
 */
export async function assertTrueHistory(
  store: ObjectStore,
  ref: ObjectRef,
  acknowledged: readonly string[],
): Promise<void> {
  const list = openList(store, ref)
  // One version, since a slow edit may be stored in the meantime.
  const version = await list.read()
  const past = await list.past(version)
  const items = version?.value.items ?? []
  const recorded: string[] = []
  for await (const { change } of past.changes({})) {
    const item = change.requestId?.replace('request-', '') ?? ''
    expect(change).toMatchObject({ actor: { email: `${item}@acme.example` }, action: 'add' })
    recorded.unshift(item)
  }
  expect(recorded).toEqual(items)
  expect(new Set(items).size).toBe(items.length)
  expect(items).toEqual(expect.arrayContaining([...acknowledged]))
  if (items.length > 0) {
    const now = await past.stateAt(Number.MAX_SAFE_INTEGER)
    expect(now?.value).toEqual({ items })
  }
  expect(await verdictOn(store, ref)).not.toHaveProperty('fault')
}

/** Verifies the history of a list. */
export async function verdictOn(store: ObjectStore, ref: ObjectRef): Promise<Verdict> {
  const archive = openArchive(store, ref.bucket, nameOf(ref))
  const version = (await openList(store, ref).read()) ?? { value: undefined }
  return verifyHistory(archive, await headOf(archive, version))
}
