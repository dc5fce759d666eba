import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '../../../test/support/client.ts'
import type { Outcome } from './attack.ts'

const PUBLIC_PATH = '/api/banners'

/** Reads concurrently until it is stopped, and counts the responses by status. */
export function keepReading(
  client: Client,
  parallel: number,
  path = PUBLIC_PATH,
  headers: Record<string, string> = {},
) {
  const statuses: Record<string, number> = {}
  const over = new AbortController()
  const read = async () => {
    while (!over.signal.aborted) {
      const status = await client.get(path, headers).then(
        (answer) => String(answer.status),
        (error: Error) => error.message,
      )
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  const readers = Array.from({ length: parallel }, read)
  const count = () => Object.values(statuses).reduce((sum, one) => sum + one, 0)
  return {
    /** Resolves after this number of additional responses. */
    async responses(more: number) {
      const until = count() + more
      while (count() < until) await sleep(5)
    },
    async stop(): Promise<Outcome> {
      over.abort()
      await Promise.all(readers)
      const seen = Object.entries(statuses).map(([status, times]) => `${times} × ${status}`)
      return { held: seen.length === 1 && statuses['200'] !== undefined, seen: seen.join(', ') }
    },
  }
}
