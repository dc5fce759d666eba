import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createClient, type Client } from './support/client.ts'
import { createCompiler, readDescription } from './support/described.ts'
import { startLandscape, type Landscape } from './support/landscape.ts'
import {
  requestTarget,
  describedOperations,
  requiredParameters,
  type Operation,
} from './support/operations.ts'
import { createSmallestValues } from './support/smallest-values.ts'

let landscape: Landscape
let client: Client
let smallest: ReturnType<typeof createSmallestValues>
beforeAll(async () => {
  landscape = await startLandscape({ env: { RATE_LIMIT_PER_MINUTE: '1000000' } })
  client = createClient(landscape.url)
  smallest = createSmallestValues(readDescription())
}, 60_000)
afterAll(async () => {
  client?.close()
  await landscape?.stop()
})

/** A cursor is said by the page before it; a ring and a quadrant are those of the stored radar. */
const SAID_ELSEWHERE = new Set(['cursor', 'ring', 'quadrant'])

// What is read or changed is not to be deleted before.
const ORDER = ['get', 'post', 'put', 'delete']
const operations = describedOperations()
  // A cookie that has to be there is one that the browser was given.
  .filter((operation) => !requiredParameters(operation).some((one) => one.in === 'cookie'))
  .toSorted((a, b) => ORDER.indexOf(a.method) - ORDER.indexOf(b.method))

/** The smallest bodies of an operation as they are sent; `undefined`: none, where it needs none. */
function bodiesOf({ requestBody }: Operation): [type: string, body: string | undefined][] {
  if (!requestBody?.required) return [['', undefined]]
  return Object.entries(requestBody.content ?? {}).flatMap(([type, { schema, example }]) =>
    smallest(schema, example).map((body): [string, string] => [
      type,
      type.endsWith('json')
        ? JSON.stringify(body)
        : String(new URLSearchParams(body as Record<string, string>)),
    ]),
  )
}

describe('a request that is as it is described', () => {
  it('is not refused for its form when it holds what is needed, and nothing else', async () => {
    const refused: unknown[] = []
    let sent = 0
    for (const operation of operations) {
      // Backwards, since the first form of the technology lists removes the category that the second one names.
      for (const [type, body] of bodiesOf(operation).toReversed()) {
        const { method } = operation
        const headers: Record<string, string> = body === undefined ? {} : { 'content-type': type }
        const answer = await client.send(
          method.toUpperCase(),
          requestTarget(operation.path, requiredParameters(operation)),
          body,
          headers,
        )
        sent++
        if (answer.status === 400) refused.push([method, operation.path, body, answer.text])
      }
    }
    expect(refused).toEqual([])
    expect(sent).toBeGreaterThan(70)
  }, 60_000)

  it('is not refused for a parameter whose value is one by its schema', async () => {
    const ajv = createCompiler()
    const values = [
      '',
      ' ',
      ',',
      'x',
      '0',
      '1',
      '-1',
      '1.5',
      'true',
      '2026',
      '2026-02',
      '2026-01-01',
    ]
    const refused: unknown[] = []
    let sent = 0
    for (const operation of operations) {
      const query = operation.parameters.filter(
        (one) => one.in === 'query' && !SAID_ELSEWHERE.has(one.name),
      )
      for (const { name, schema } of query) {
        const taken = values.filter((text) =>
          ajv.validate(schema, schema.type === 'integer' ? Number(text) : text),
        )
        for (const value of taken) {
          const path = requestTarget(operation.path, requiredParameters(operation), {
            [name]: value,
          })
          const { status } = await client.send(operation.method.toUpperCase(), path)
          sent++
          if (status === 400) refused.push([operation.method, path])
        }
      }
    }
    expect(refused).toEqual([])
    expect(sent).toBeGreaterThan(200)
  }, 60_000)
})
