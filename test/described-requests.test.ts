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
})
afterAll(async () => {
  client?.close()
  await landscape?.stop()
})

/** Parameters whose values come from stored data. */
const FROM_STORED_DATA = new Set([
  'cursor',
  'dependency',
  'directorate',
  'programme',
  'project',
  'quadrant',
  'ring',
  'stage',
  'technology',
])

// Deletions run last: the other requests need the documents.
const ORDER = ['get', 'post', 'put', 'delete']
const operations = describedOperations()
  // A required cookie is set by an earlier response.
  .filter((operation) => !requiredParameters(operation).some((one) => one.in === 'cookie'))
  .toSorted((a, b) => ORDER.indexOf(a.method) - ORDER.indexOf(b.method))

/** Returns the smallest bodies of an operation; `undefined` when it needs none. */
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

describe('a request that matches its description', () => {
  it('is accepted with only its required members and parameters', async () => {
    const rejected: unknown[] = []
    let sent = 0
    for (const operation of operations) {
      // Reversed: the first form of the technology lists removes the category that the second one names.
      for (const [type, body] of bodiesOf(operation).toReversed()) {
        const { method } = operation
        const headers: Record<string, string> = body === undefined ? {} : { 'content-type': type }
        const response = await client.send(
          method.toUpperCase(),
          requestTarget(operation.path, requiredParameters(operation)),
          body,
          headers,
        )
        sent++
        if (response.status === 400) rejected.push([method, operation.path, body, response.text])
      }
    }
    expect(rejected).toEqual([])
    expect(sent).toBeGreaterThan(70)
  })

  it('is accepted with parameter values that match their schema', async () => {
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
    const rejected: unknown[] = []
    let sent = 0
    for (const operation of operations) {
      const query = operation.parameters.filter(
        (one) => one.in === 'query' && !FROM_STORED_DATA.has(one.name),
      )
      for (const { name, schema } of query) {
        const valid = values.filter((text) =>
          ajv.validate(schema, schema.type === 'integer' ? Number(text) : text),
        )
        for (const value of valid) {
          const path = requestTarget(operation.path, requiredParameters(operation), {
            [name]: value,
          })
          const { status } = await client.send(operation.method.toUpperCase(), path)
          sent++
          if (status === 400) rejected.push([operation.method, path])
        }
      }
    }
    expect(rejected).toEqual([])
    expect(sent).toBeGreaterThan(200)
  })
})
