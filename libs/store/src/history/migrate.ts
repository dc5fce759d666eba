import { recordsOf } from '@landscape/contracts/json'
import type { Archive } from './archive.ts'
import { recordAt } from './chain.ts'
import { CHECKPOINT, jsonIn, oldState } from './former-layout.ts'
import { isVersionRecord, slotOf, type Head } from './record.ts'

/*
 * Histories of the former layout: `blocks/` of records with indexes, `states/` by digest, and a
 * `checkpoint.json` when older records were deleted. Records are the same, so such a history is complete
 * without a migration, which only makes it faster. Delete this file and former-layout.ts when no such history is left.
 */

const DONE = 'migrated.json'

/**
 * Copies blocks to runs and states to copies, once. Removes nothing, since replicas of the former version may
 * still run. A killed migration is repeated.
 */
export async function migrate(archive: Archive, head: Head): Promise<void> {
  if ((await archive.text(DONE)) !== undefined) return
  const blocks = await archive.list('blocks/')
  const isOld = blocks.length > 0 || (await archive.list('states/')).length > 0
  if (!isOld) return
  for (const name of blocks) await migrateBlock(archive, name)
  const { slot, at, leadsTo } = await jsonIn(archive, CHECKPOINT)
  if (typeof slot === 'string') {
    await copyState(archive, { slot, at: Number(at), isFirst: true }, String(leadsTo))
  } else {
    const first = await recordAt(archive, head, 1)
    if (first && first.from !== null) {
      await copyState(archive, { slot: slotOf(0), at: Date.parse(first.at) }, first.from)
    }
  }
  await archive.putText(DONE, '{"format":2}')
}

async function migrateBlock(archive: Archive, name: string): Promise<void> {
  const { records, outline } = await jsonIn(archive, name)
  const run = recordsOf(records).flatMap(({ slot, record }) =>
    isVersionRecord(record) && typeof slot === 'string' ? [{ ...record, slot }] : [],
  )
  // The records of a damaged block are single objects as well.
  if (run.length !== recordsOf(records).length || (run.length === 0 && !outline)) return
  await archive.putRun(Number.parseInt(name.slice('blocks/'.length), 10), run)
  const slot = recordsOf(outline).at(-1)?.['slot']
  const end = run.at(-1) ?? (await archive.record(String(slot)))
  if (end) await copyState(archive, { slot: end.slot, at: Date.parse(end.at) }, end.leadsTo)
}

async function copyState(
  archive: Archive,
  of: Parameters<Archive['putCopy']>[0],
  digest: string,
): Promise<void> {
  const text = await oldState(archive, digest)
  if (text !== undefined) await archive.putCopy(of, Buffer.from(text))
}

/** Removes the objects of the former layout, which contain deleted records. */
export async function removeOld(archive: Archive): Promise<void> {
  for (const prefix of ['blocks/', 'states/', CHECKPOINT]) {
    for (const name of await archive.list(prefix)) await archive.remove(name)
  }
}
