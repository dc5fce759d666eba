import type { ClientResponse, Client } from '../../../test/support/client.ts'
import type { Incidents } from './incidents.ts'

/** Counts of responses. */
export interface ResponseCounts {
  requests: number
  notModified: number
  /** Responses marked as stale copies. */
  markedStale: number
}

/** Sends a request of a caller; returns undefined when it failed. */
export type Send = (
  method: string,
  path: string,
  headers?: Record<string, string>,
  body?: object,
) => Promise<ClientResponse | undefined>

/** A successful request. */
export interface Call {
  method: string
  path: string
  /** Duration in milliseconds. */
  ms: number
}

export interface SenderDeps {
  /** The client of the next request. */
  client: () => Client
  /** Receives failed requests. */
  incidents: Incidents
  onResponse?: (call: Call) => void
}

/** Creates a function that sends requests, counts responses and reports failures. */
export function createSender({ client, incidents, onResponse = () => {} }: SenderDeps): {
  send: Send
  counts: Readonly<ResponseCounts>
} {
  const counts: ResponseCounts = { requests: 0, notModified: 0, markedStale: 0 }
  return {
    counts,
    async send(method, path, headers = {}, body) {
      const from = performance.now()
      const ended = (what: number | 'connection', why: string) => {
        const detail = `${method} ${path}: ${what} ${why.slice(0, 200)}`
        incidents.report({ what, detail, from, until: performance.now() })
        return undefined
      }
      counts.requests++
      try {
        const response = await client().send(method, path, body, headers)
        if (response.status === 304) counts.notModified++
        else if (response.status >= 300) return ended(response.status, response.text)
        if (response.headers['warning'] !== undefined) counts.markedStale++
        onResponse({ method, path, ms: performance.now() - from })
        return response
      } catch (error) {
        return ended('connection', String(error))
      }
    },
  }
}
