import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A look into the file of an embedded store, past the store. */
export function piecesIn(directory: string) {
  const db = new DatabaseSync(join(directory, 'landscape.sqlite'), { timeout: 5_000 })
  const lists = db.prepare('SELECT key, pieces FROM objects WHERE pieces IS NOT NULL')
  const stored = db.prepare('SELECT id, length(bytes) AS length FROM pieces ORDER BY id')
  return {
    db,
    /** Pieces of the object with a key, in their order: number and length. */
    of(key: string): [id: number, length: number][] {
      const row = lists.all().find((one) => one['key'] === key)
      return JSON.parse(String(row?.['pieces'] ?? '[]'))
    },
    /** What some object is said to be made of, and what is there. */
    all() {
      const named = lists.all().flatMap(({ pieces }) => JSON.parse(String(pieces)) as number[][])
      return {
        named: named.sort(([a = 0], [b = 0]) => a - b),
        stored: stored.all().map(({ id, length }) => [Number(id), Number(length)]),
      }
    },
  }
}
