import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Client } from '../support/client.ts'

/** Reads of every service behind the gateway, and an edit that may be repeated. */
export type Traffic = readonly (readonly [name: string, ask: () => Promise<Answer>])[]

/** What clients do all day. */
export function trafficOf(client: Client): Traffic {
  return [
    ['projects', () => client.get('/api/v1/projects')],
    ['data', () => client.get('/api/tech-radar/json')],
    ['admin-review', () => client.get('/admin/api/banners')],
    ['edit', () => client.post('/admin/api/banners/toggle', { index: 0, show: true })],
    ['assistant', () => client.get('/assistant/api/org/historic')],
  ]
}

/** Waits until each of the traffic has got 200 a number of times. */
export async function answered(traffic: Traffic, times: number): Promise<void> {
  for (const [, ask] of traffic) {
    for (let answers = 0; answers < times;) {
      const status = await ask().then(({ status }) => status, String)
      if (status === 200) answers += 1
      else await sleep(250)
    }
  }
}

/**
 * Repeats the traffic without a pause while the work lasts.
 *
 * @returns what did not get 200, such as `data: 503 {"type":…`
 */
export async function failuresDuring(traffic: Traffic, work: () => Promise<void>) {
  const over = new AbortController()
  const failures: string[] = []
  const repeated = traffic.map(async ([name, ask]) => {
    while (!over.signal.aborted) {
      const outcome = await ask().then(({ status, text }) => `${status} ${text}`, String)
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
