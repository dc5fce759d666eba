import type { Answer, Client } from '../../test/support/client.ts'
import type { Incidents } from './incidents.ts'

/** Counts of responses. */
export interface Answered {
  requests: number
  notModified: number
  /** Responses marked as stale copies. */
  markedStale: number
}

/** Sends a request of a caller; returns undefined when it failed. */
export type Ask = (
  method: string,
  path: string,
  headers?: Record<string, string>,
  body?: object,
) => Promise<Answer | undefined>

/** A successful request. */
export interface Call {
  method: string
  path: string
  /** Duration in milliseconds. */
  ms: number
}

export interface AskerDeps {
  /** The client of the next request. */
  client: () => Client
  /** Receives failed requests. */
  incidents: Incidents
  answered?: (call: Call) => void
}

/** Creates a function that sends requests, counts responses and reports failures. */
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
        const detail = `${method} ${path}: ${what} ${why.slice(0, 200)}`
        incidents.report({ what, detail, from, until: performance.now() })
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
