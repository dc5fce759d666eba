import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createClient, type Client } from './support/client.ts'
import { startLandscape, type Landscape } from './support/landscape.ts'
import { describedOperations, requestTarget, requiredParameters } from './support/operations.ts'

/** The end of the message of a group, by the beginning of a path; the first that matches counts. */
const LIMITED: [beginning: RegExp, requests: string][] = [
  [/^\/api\/health$/, 'health check requests.'],
  [/^\/(admin|review|changes)\b/, 'admin requests from this IP, please try again later.'],
  [/^\/(assistant|usage)\b/, 'requests to external APIs, please try again later.'],
  [/^\//, 'requests from this IP, please try again later.'],
]
const PROBES = new Set(['/livez', '/readyz'])
const operations = describedOperations()

let landscape: Landscape
let client: Client
beforeAll(async () => {
  landscape = await startLandscape({
    services: ['gateway'],
    documents: false,
    env: { RATE_LIMIT_PER_MINUTE: '1' },
  })
  client = createClient(landscape.url)
})
afterAll(async () => {
  client?.close()
  await landscape?.stop()
})

describe.each(operations)('$name', (operation) => {
  const isProbe = PROBES.has(operation.path)

  it(isProbe ? 'is not counted' : 'returns 429 above the limit of its group', async () => {
    const target = requestTarget(operation.path, requiredParameters(operation))
    const send = () => client.send(operation.method.toUpperCase(), target)
    let response = await send()
    // A window may end once.
    for (let i = 0; i < 2 && response.status !== 429; i++) response = await send()
    const { status, headers, json: problem } = response
    if (isProbe) return expect([status === 429, headers['ratelimit']]).toEqual([false, undefined])
    const [, requests] = LIMITED.find(([beginning]) => beginning.test(operation.path))!
    expect(status).toBe(429)
    expect(problem()).toMatchObject({ error: `Too many ${requests}`, retryAfter: '1 minute' })
    expect(headers).toMatchObject({
      'ratelimit-policy': '"minute";q=1;w=60',
      ratelimit: expect.stringMatching(/^"minute";r=0;t=\d+$/),
      'retry-after': expect.stringMatching(/^[1-9]\d?$/),
    })
  })
})
