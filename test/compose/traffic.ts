import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientResponse, Client } from '../support/client.ts'

/** Reads of every service behind the gateway, and an idempotent edit. */
export type Traffic = readonly (readonly [name: string, send: () => Promise<ClientResponse>])[]

/** Returns the requests of typical clients. */
export function trafficOf(client: Client): Traffic {
  return [
    ['projects', () => client.get('/api/v1/projects')],
    ['data', () => client.get('/api/tech-radar/json')],
    ['admin-review', () => client.get('/admin/api/banners')],
    ['edit', () => client.post('/admin/api/banners/toggle', { index: 0, show: true })],
    ['assistant', () => client.get('/assistant/api/org/historic')],
  ]
}

/** Repeats each request until it has returned 200 this many times. */
export async function succeed(traffic: Traffic, times: number): Promise<void> {
  for (const [, send] of traffic) {
    for (let successes = 0; successes < times;) {
      const status = await send().then(({ status }) => status, String)
      if (status === 200) successes += 1
      else await sleep(250)
    }
  }
}

/**
 * Repeats the traffic without a pause while the work lasts.
 *
 * @returns the responses other than 200, such as `data: 503 {"type":…`
 */
export async function failuresDuring(traffic: Traffic, work: () => Promise<void>) {
  const over = new AbortController()
  const failures: string[] = []
  const repeated = traffic.map(async ([name, send]) => {
    while (!over.signal.aborted) {
      const outcome = await send().then(({ status, text }) => `${status} ${text}`, String)
      if (!outcome.startsWith('200 ')) failures.push(`${name}: ${outcome}`)
    }
  })
  try {
    await work()
  } finally {
    over.abort()
    await Promise.all(repeated)
  }
  return failures
}
