import type { ObjectStore } from '../objects/port.ts'
import { openArchive, RUN } from './archive.ts'
import { diff } from './diff.ts'
import type { Version } from './head.ts'
import { headIn, type Head } from './record.ts'
import { createRecorder } from './recorder.ts'

/** One minute before the first edit of a generated history. */
export const START = Date.parse('2026-01-01T00:00:00Z')
export const MINUTE = 60_000

export function archiveOf(store: ObjectStore) {
  return openArchive(store, 'main', 'counts')
}

/** The key of the record with a number. */
export async function recordKeyOf(store: ObjectStore, number: number): Promise<string> {
  const keys = await store.list('main', 'history/counts/records/')
  const name = `/${String(number).padStart(9, '0')}-`
  return keys.find((key) => key.includes(name)) ?? ''
}

/**
 * Records edits one minute apart, of which every tenth undoes the previous one, and waits until the runs
 * are stored.
 *
 * @param pad a string that each edit replaces
 */
export async function liveHistory(
  store: ObjectStore,
  count: number,
  begin: Version = { value: undefined },
  pad = '',
) {
  const failures: unknown[] = []
  const values: unknown[] = []
  const heads: (Head | undefined)[] = []
  let version = begin
  let at = START
  const recorder = createRecorder(archiveOf(store), {
    document: 'counts',
    clock: () => at,
    onFailure: (error) => failures.push(error),
  })
  for (let n = 1; n <= count; n++) {
    at = START + n * MINUTE
    const value = { count: n, [`part ${n % 7}`]: n, ...(pad && { pad: `${n}${pad}` }) }
    const recorded = await recorder.record(version, [editOf(n, version.value, value)], {
      text: Buffer.from(JSON.stringify(value)),
      value,
    })
    version = { etag: String(n), value, meta: recorded.meta }
    values.push(value)
    heads.push(headIn(recorded.meta))
    recorded.stored(String(n))
  }
  const runs = () => store.list('main', 'history/counts/runs/')
  const expected = Math.floor((headIn(version.meta)?.number ?? 0) / RUN)
  for (let i = 0; i < 100 && (await runs()).length < expected; i++) {
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return { version, values, heads, failures }
}

export function editOf(n: number, before: unknown, after: unknown) {
  return {
    actor: { email: `p${n % 3}@acme.example` },
    action: 'count',
    requestId: `r${n}`,
    undoes: n % 10 === 0 ? `counts-${n - 1}-1` : undefined,
    steps: diff(before, after),
    before,
    after,
  }
}
