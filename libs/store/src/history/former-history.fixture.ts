import type { ObjectStore } from '../objects/port.ts'
import { RUN } from './archive.ts'
import { archiveOf } from './live-history.fixture.ts'
import { digest } from './digest.ts'
import { numberOf, slotOf, type VersionRecord } from './record.ts'

const ROOT = 'history/counts/'

/**
 * Rewrites the history of the fixture in the layout of the former version: records without suffix and with hashes,
 * blocks, and states by digest.
 *
 * @param values the document after each record
 * @param deleted number of the last deleted record; 0 keeps all
 * @returns metadata of the document in the former format
 */
export async function toFormerLayout(store: ObjectStore, values: readonly unknown[], deleted = 0) {
  const records = await recordsIn(store)
  for (const key of await store.list('main', ROOT)) await store.remove({ bucket: 'main', key })
  const put = (name: string, value: unknown) =>
    store.put({ bucket: 'main', key: ROOT + name }, Buffer.from(JSON.stringify(value)), {
      absent: true,
    })
  const putState = (value: unknown) => put(`states/${digest(JSON.stringify(value))}.json`, value)
  let block: object[] = []
  let hash = ''
  for (const { slot: _slot, ...rest } of records) {
    const { number } = rest
    const previous = number === 1 ? null : { slot: slotOf(number - 1), hash }
    const record = { ...rest, previous }
    hash = digest(JSON.stringify(record))
    if (number <= deleted) {
      const head = {
        number,
        slot: slotOf(number),
        hash,
        leadsTo: rest.leadsTo,
        at: Date.parse(rest.at),
      }
      if (number === deleted) await put('checkpoint.json', head)
      if (number === deleted) await putState(values[number - 1])
      continue
    }
    const index = String(Math.floor((number - 1) / RUN)).padStart(6, '0')
    await put(`records/${index}/${slotOf(number)}.json`, record)
    block.push({ slot: slotOf(number), record })
    if (number % RUN > 0) continue
    await put(`blocks/${index}.json`, { records: block, undone: {} })
    await putState(values[number - 1])
    block = []
  }
  const last = records.at(-1)
  if (!last) throw new Error('no record')
  const { number, leadsTo, at } = last
  return { history: `${number} ${slotOf(number)} ${hash} ${leadsTo} ${Date.parse(at)}` }
}

async function recordsIn(store: ObjectStore): Promise<VersionRecord[]> {
  const archive = archiveOf(store)
  const keys = await store.list('main', `${ROOT}records/`)
  const slots = keys.map((key) => key.slice(key.lastIndexOf('/') + 1, -'.json'.length))
  const records = await Promise.all(slots.map((slot) => archive.record(slot)))
  return (records as VersionRecord[]).toSorted((a, b) => numberOf(a.slot) - numberOf(b.slot))
}
