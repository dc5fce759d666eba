import { asRecord } from '@landscape/contracts/json'
import { parsed, RUN, type Archive } from './archive.ts'
import { backwards } from './chain.ts'
import { unlessDamaged } from './damaged.ts'
import type { Head, VersionRecord } from './record.ts'

/** Ids of undos by the id of the undone change. */
export type Undos = Record<string, string>

/** The object that keeps the undos up to a record, so that a read walks over the later records only. */
const UNDOS = 'undos.json'

/** All undos up to a head; of a damaged history, those that can be read. The object is rebuilt when it is missing. */
export async function undosUpTo(archive: Archive, head: Head): Promise<Undos> {
  const kept = keptUndos(await archive.text(UNDOS))
  const undos: Undos = {}
  let walked = 0
  try {
    for await (const record of backwards(archive, head.slot)) {
      if (record.slot === kept.upTo) {
        Object.assign(undos, { ...kept.undos, ...undos })
        break
      }
      addUndos(undos, record)
      walked++
    }
  } catch (error) {
    unlessDamaged(error)
    return undos
  }
  if (walked > RUN) keep(archive, JSON.stringify({ upTo: head.slot, undos }))
  return undos
}

/** Adds the undos in a record that is older than the known ones. */
export function addUndos(undos: Undos, { changes }: VersionRecord): void {
  for (const { id, undoes } of changes.toReversed()) {
    if (undoes !== null) undos[undoes] ??= id
  }
}

/** The kept undos; none when the object is missing or damaged. */
function keptUndos(text: string | undefined): { upTo: unknown; undos: Undos } {
  const { upTo, undos } = asRecord(parsed(text ?? 'null'))
  return { upTo, undos: asRecord(undos) as Undos }
}

/** Stores the object in the background; another reader may be faster, and not every reader may write. */
function keep(archive: Archive, text: string): void {
  archive.putText(UNDOS, text).catch(() => {})
}

/** The number of a change's record and its index there; `undefined` when the id is malformed. */
export function positionOf(id: string): Position | undefined {
  const [, number, index] = /-([1-9]\d{0,8})-([1-9]\d{0,5})$/.exec(id) ?? []
  return number === undefined ? undefined : { number: Number(number), index: Number(index) - 1 }
}

/** Position of a change in the history of one document: its record and its index in that record. */
export interface Position {
  number: number
  index: number
}

/** Whether a change is newer than another of the same document. */
export function isAfter(id: string, other: string): boolean {
  const [one, two] = [positionOf(id), positionOf(other)]
  if (!one || !two) return false
  return one.number > two.number || (one.number === two.number && one.index > two.index)
}

/**
 * The undo of a change, unless that undo is undone. A loop, because a chain of undos may have many thousands.
 *
 * @param undos all undos that are newer than the change
 * @param known results of earlier calls
 */
export function undoneBy(
  undos: Undos,
  id: string,
  known = new Map<string, string | null>(),
): string | null {
  const chain: string[] = []
  let next: string | undefined = id
  while (next !== undefined && !known.has(next)) {
    chain.push(next)
    const by: string | undefined = undos[next]
    // An undo is newer than the undone change, so altered records cannot form a cycle.
    next = by !== undefined && isAfter(by, next) ? by : undefined
  }
  for (const change of chain.toReversed()) {
    const by = undos[change]
    known.set(change, by !== undefined && known.get(by) === null ? by : null)
  }
  return known.get(id) ?? null
}
