import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createClient, type Client } from './support/client.ts'
import { readDescription } from './support/described.ts'
import { startLandscape, type Landscape } from './support/landscape.ts'
import { createSmallestValues } from './support/smallest-values.ts'

interface Parameter {
  in: string
  name: string
  required?: boolean
  example?: unknown
  schema: { examples?: unknown[]; type?: string }
}
interface Operation {
  parameters: readonly Parameter[]
  requestBody?: {
    required: boolean
    content: Record<string, { schema: unknown; example: unknown }>
  }
}
interface Asked extends Operation {
  method: string
  path: string
}

let landscape: Landscape
let client: Client
let operations: Asked[]
let smallest: ReturnType<typeof createSmallestValues>
beforeAll(async () => {
  landscape = await startLandscape({ env: { RATE_LIMIT_PER_MINUTE: '1000000' } })
  client = createClient(landscape.url)
  const description = readDescription()
  smallest = createSmallestValues(description)
  // What is read or changed is not to be deleted before.
  const order = ['get', 'post', 'put', 'delete']
  const paths = description.paths as unknown as Record<string, Record<string, Operation>>
  operations = Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, one]) => ({ ...one, method, path })),
    )
    // A cookie that has to be there is one that the browser was given.
    .filter(({ parameters }) => !parameters.some((one) => one.in === 'cookie' && one.required))
    .toSorted((a, b) => order.indexOf(a.method) - order.indexOf(b.method))
}, 60_000)
afterAll(async () => {
  client?.close()
  await landscape?.stop()
})

const textOf = ({ example, schema }: Parameter) => String(example ?? schema.examples?.[0])

/** Where an operation is asked, with what it cannot do without and these parameters. */
function target({ path, parameters }: Asked, more: Record<string, string> = {}): string {
  const needed = parameters.filter(({ required }) => required)
  const filled = needed.reduce(
    (known, one) => known.replace(`{${one.name}}`, encodeURIComponent(textOf(one))),
    path,
  )
  const query = needed.filter((one) => one.in === 'query').map((one) => [one.name, textOf(one)])
  return `${filled}?${String(new URLSearchParams({ ...Object.fromEntries(query), ...more }))}`
}

/** The smallest bodies of an operation as they are sent; `undefined`: none, where it needs none. */
function bodiesOf({ requestBody }: Asked): [type: string, body: string | undefined][] {
  if (!requestBody?.required) return [['', undefined]]
  return Object.entries(requestBody.content).flatMap(([type, { schema, example }]) =>
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
      for (const [type, body] of bodiesOf(operation)) {
        const { method } = operation
        const headers = body === undefined ? {} : { 'content-type': type }
        const answer = await client.send(
          method.toUpperCase(),
          target(operation),
          body,
          headers as Record<string, string>,
        )
        sent++
        if (answer.status === 400) refused.push([method, operation.path, body, answer.text])
      }
    }
    expect(refused).toEqual([])
    expect(sent).toBeGreaterThan(70)
  }, 60_000)

  it('is not refused for a parameter whose value is one by its schema', async () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
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
      // A cursor is made up by nobody: the page before says it.
      const query = operation.parameters.filter(
        (one) => one.in === 'query' && one.name !== 'cursor',
      )
      for (const { name, schema } of query) {
        const taken = values.filter((text) =>
          ajv.validate(schema, schema.type === 'integer' ? Number(text) : text),
        )
        for (const value of taken) {
          const path = target(operation, { [name]: value })
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
