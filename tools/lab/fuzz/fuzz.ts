import * as fc from 'fast-check'
import type { Client } from '../../../test/support/client.ts'
import type { Description } from '../../../test/support/described.ts'
import { requestsFor, type Fuzzed } from './requests.ts'

export interface FuzzOptions {
  description: Description
  /** The same seed generates the same requests. */
  seed: number
  count: number
  methods?: readonly string[]
}

/** A request with a faulty response. */
export interface Finding {
  request: Fuzzed
  fault: string
}

const CONCURRENCY = 8

/**
 * Sends requests generated from a description concurrently.
 *
 * @param client validates each response against the description
 * @returns requests with a server error or an undescribed response, and the number of responses by status
 */
export async function fuzz(
  client: Client,
  { description, seed, count, methods }: FuzzOptions,
): Promise<{ findings: Finding[]; statuses: Record<number, number> }> {
  const requests = fc.sample(requestsFor(description, methods), { seed, numRuns: count })
  const findings: Finding[] = []
  const statuses: Record<number, number> = {}
  const send = async (request: Fuzzed): Promise<void> => {
    const { method, path, body, headers } = request
    try {
      const { status } = await client.send(method, path, body, headers)
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status >= 500) findings.push({ request, fault: String(status) })
    } catch (error) {
      findings.push({ request, fault: error instanceof Error ? error.message : String(error) })
    }
  }
  const waiting = requests.values()
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (const request of waiting) await send(request)
    }),
  )
  return { findings, statuses }
}
