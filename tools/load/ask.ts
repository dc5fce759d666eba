import type { Answer, Client } from '../../test/support/client.ts'
import type { Incidents } from './incidents.ts'

/** What callers have been answered so far. */
export interface Answered {
  requests: number
  notModified: number
  /** Answers that were marked as the last good copy. */
  markedStale: number
}

/** Asks on behalf of a caller; the answer is undefined when it was none, or an error. */
export type Ask = (
  method: string,
  path: string,
  headers?: Record<string, string>,
  body?: object,
) => Promise<Answer | undefined>

/** A request that was answered well. */
export interface Call {
  method: string
  path: string
  /** How long it took. */
  ms: number
}

export interface AskerDeps {
  /** Through which each request goes. */
  client: () => Client
  /** Get to know what went wrong. */
  incidents: Incidents
  answered?: (call: Call) => void
}

/** Counts what callers are answered, and reports what is no good answer. */
export function createAsker({ client, incidents, answered = () => {} }: AskerDeps): {
  ask: Ask
  seen: Readonly<Answered>
} {
  const seen: Answered = { requests: 0, notModified: 0, markedStale: 0 }
  return {
    seen,
    async ask(method, path, headers = {}, body) {
      const from = performance.now()
      const ended = (what: number | 'connection', why: string) => {
        const told = `${method} ${path}: ${what} ${why.slice(0, 200)}`
        incidents.report({ what, told, from, until: performance.now() })
        return undefined
      }
      seen.requests++
      try {
        const answer = await client().send(method, path, body, headers)
        if (answer.status === 304) seen.notModified++
        else if (answer.status >= 300) return ended(answer.status, answer.text)
        if (answer.headers['warning'] !== undefined) seen.markedStale++
        answered({ method, path, ms: performance.now() - from })
        return answer
      } catch (error) {
        return ended('connection', String(error))
      }
    },
  }
}
