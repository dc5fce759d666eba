import type { Answer } from '../../test/support/client.ts'

/** What became of edits that were acknowledged; each is known by the text that it left. */
export interface Edits {
  acknowledged: string[]
  /** Reads that showed less than an edit which was acknowledged before, without a mark. */
  older: string[]
  /** Edits that were acknowledged and are not there. */
  lost: string[]
  /** Edits that were acknowledged once and are there several times. */
  repeated: string[]
}

/** No edits yet. */
export function noEdits(): Edits {
  return { acknowledged: [], older: [], lost: [], repeated: [] }
}

/** How many things are wrong with them. */
export function wrongWith({ older, lost, repeated }: Edits): string[] {
  return [...lost, ...repeated, ...older]
}

/** A part of a document that holds one text, which its only author replaces. */
export interface Part {
  /** Unlike that of any other part. */
  name: string
  /** Puts a text there. @returns whether that was acknowledged */
  write: (text: string) => Promise<boolean>
  /** Asks for what holds the text, as readers do. */
  read: () => Promise<Answer | undefined>
}

/** A part whose edits are counted. */
export interface Counted {
  /** One more edit; the first is sent again until it is acknowledged. */
  edit: () => Promise<void>
  /** Reads it, and compares. */
  look: () => Promise<void>
  /** Reads it for the last time: whether the last edit that was acknowledged is there. */
  close: () => Promise<void>
}

/**
 * Counts the edits of a part in its text, so that what is there is never less than what was acknowledged.
 *
 * @param edits gets what is seen
 */
export function createCounted({ name, write, read }: Part, edits: Edits): Counted {
  let [acknowledged, sent] = [-1, 0]
  const written = new RegExp(`"Edit (\\d+) of ${name}"`)

  /** What is missing, or undefined. */
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
    async look() {
      const shown = await read()
      if (!shown || shown.headers['warning']) return
      const less = missing(shown.text)
      if (less !== undefined) edits.older.push(less)
    },
    async close() {
      if (acknowledged < 0) return
      const last = await read()
      const less = last ? missing(last.text) : `${name}: no answer after ${acknowledged}`
      if (less !== undefined) edits.lost.push(less)
    },
  }
}
