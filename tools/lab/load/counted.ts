import type { ClientResponse } from '../../../test/support/client.ts'

/** Outcomes of acknowledged edits; each edit is identified by its unique string. */
export interface Edits {
  acknowledged: string[]
  /** Reads older than an acknowledged edit that are not marked as stale. */
  older: string[]
  /** Acknowledged edits that are not stored. */
  lost: string[]
  /** Edits that are stored several times. */
  repeated: string[]
}

/** Returns empty outcomes. */
export function noEdits(): Edits {
  return { acknowledged: [], older: [], lost: [], repeated: [] }
}

/** Returns all faults. */
export function faultsIn({ older, lost, repeated }: Edits): string[] {
  return [...lost, ...repeated, ...older]
}

/** A part of a document with one string, which only one author replaces. */
export interface Part {
  /** Unique among all parts. */
  name: string
  /** Stores a string; returns whether it was acknowledged. */
  write: (text: string) => Promise<boolean>
  /** Reads the part as readers do. */
  read: () => Promise<ClientResponse | undefined>
}

/** A part with numbered edits. */
export interface Counted {
  /** Makes the next edit; the first is repeated until it is acknowledged. */
  edit: () => Promise<void>
  /** Reads the part and compares. */
  check: () => Promise<void>
  /** Checks that the last acknowledged edit is stored. */
  close: () => Promise<void>
}

/**
 * Numbers the edits of a part: the stored number must not be lower than the acknowledged one.
 *
 * @param edits receives the outcomes
 */
export function createCounted({ name, write, read }: Part, edits: Edits): Counted {
  let [acknowledged, sent] = [-1, 0]
  const written = new RegExp(`"Edit (\\d+) of ${name}"`)

  /** Describes a missing edit; undefined when none is missing. */
  const missing = (text: string) => {
    const count = Number(written.exec(text)?.[1] ?? -1)
    return count < acknowledged ? `${name}: ${count} after ${acknowledged}` : undefined
  }
  return {
    async edit() {
      const text = `Edit ${sent} of ${name}`
      const isStored = await write(text)
      if (isStored) {
        acknowledged = sent
        edits.acknowledged.push(text)
      }
      if (acknowledged >= 0) sent++
    },
    async check() {
      const shown = await read()
      if (!shown || shown.headers['warning']) return
      const less = missing(shown.text)
      if (less !== undefined) edits.older.push(less)
    },
    async close() {
      if (acknowledged < 0) return
      const last = await read()
      const less = last ? missing(last.text) : `${name}: no response after ${acknowledged}`
      if (less !== undefined) edits.lost.push(less)
    },
  }
}
