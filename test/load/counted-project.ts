import type { Ask } from './ask.ts'

/** What became of edits that were acknowledged. */
export interface Edits {
  acknowledged: number
  /** Reads that showed less than an edit which was acknowledged before, without a mark. */
  older: string[]
  /** Edits that were acknowledged and are not there. */
  lost: string[]
}

export interface CountedProject {
  /** One more edit; the first registers the project when it is not there. */
  edit: () => Promise<void>
  /** Reads it, and compares. */
  look: () => Promise<void>
  /** Reads it for the last time: whether the last edit that was acknowledged is there. */
  close: () => Promise<void>
}

/**
 * A project whose only author counts edits in its description, so that what is there is never less than what
 * was acknowledged.
 *
 * @param edits gets what is seen
 */
export function createCountedProject({
  name,
  email,
  exists,
  headers,
  ask,
  edits,
}: {
  name: string
  email: string
  exists: boolean
  headers: () => Record<string, string>
  ask: Ask
  edits: Edits
}): CountedProject {
  const path = `/api/v1/projects/${encodeURIComponent(name)}`
  let isThere = exists
  let [acknowledged, sent] = [-1, 0]

  /** What is missing, or undefined. */
  const missing = (text: string) => {
    const count = Number(/"Edit (\d+)"/.exec(text)?.[1] ?? -1)
    return count < acknowledged ? `${path}: ${count} after ${acknowledged}` : undefined
  }
  return {
    async edit() {
      const project = {
        user: [{ email }],
        details: [{ name, project_description: `Edit ${sent}` }],
      }
      const answer = isThere
        ? await ask('PUT', path, headers(), project)
        : await ask('POST', '/api/v1/projects', headers(), project)
      if (answer) {
        acknowledged = sent
        edits.acknowledged++
      }
      // A registration that failed is sent again as it was.
      if (isThere || answer) sent++
      isThere ||= answer !== undefined
    },
    async look() {
      const shown = await ask('GET', path, headers())
      if (!shown || shown.headers['warning']) return
      const less = missing(shown.text)
      if (less !== undefined) edits.older.push(less)
    },
    async close() {
      if (acknowledged < 0) return
      const last = await ask('GET', path, headers())
      const less = last ? missing(last.text) : `${path}: no answer after ${acknowledged}`
      if (less !== undefined) edits.lost.push(less)
    },
  }
}
