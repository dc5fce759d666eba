import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createCompiler } from './support/described.ts'
import { fetch } from './support/fetch.ts'
import { startLandscape, type Landscape } from './support/landscape.ts'
import {
  requestTarget,
  describedOperations,
  exampleOf,
  requiredParameters,
  type Parameter,
} from './support/operations.ts'

const operations = describedOperations()
const reads = operations.filter(({ method }) => method === 'get')

/** Statuses without a problem type of their own. */
const NO_REQUEST = new Set(['408', '417', '431', 'default'])

let landscape: Landscape
beforeAll(async () => {
  landscape = await startLandscape({ withHistory: true })
})
afterAll(async () => landscape?.stop())

describe('the description of the API', () => {
  it('has an example of every parameter that matches its schema', () => {
    const ajv = createCompiler()
    const parameters = operations.flatMap(({ name: operation, parameters }) =>
      parameters.map((parameter) => ({ operation, parameter, example: exampleOf(parameter) })),
    )
    expect(parameters.length).toBeGreaterThan(150)
    const wrong = parameters.filter(
      ({ parameter, example }) => example === undefined || !ajv.validate(parameter.schema, example),
    )
    expect(wrong).toEqual([])
  })

  it('fills in only required parameters', () => {
    const filledIn = operations.flatMap(({ name: operation, parameters }) =>
      parameters
        .filter(({ example }) => example !== undefined)
        .map((parameter) => ({ operation, parameter })),
    )
    expect(filledIn.length).toBeGreaterThan(5)
    expect(filledIn.filter(({ parameter }) => parameter.required !== true)).toEqual([])
  })

  it('fills in every required parameter, or names the operation that returns it', () => {
    const ids = operations.map(({ operationId = '' }) => `\`${operationId}\``)
    const isFilledIn = ({ example, description = '' }: Parameter) =>
      example !== undefined || ids.some((id) => description.includes(id))
    const needed = operations.flatMap(({ name: operation, parameters }) =>
      requiredParameters({ parameters }).map((parameter) => ({ operation, parameter })),
    )
    expect(needed.length).toBeGreaterThan(10)
    expect(needed.filter(({ parameter }) => !isFilledIn(parameter))).toEqual([])
  })

  it('has examples with which every read succeeds on the sample data', async () => {
    const tried = reads.filter(({ parameters, security, responses }) => {
      const isComplete = parameters.every(
        (one) => one.required !== true || one.example !== undefined,
      )
      // Signing in at the source-control host is interactive.
      const isOpen = !security.some((way) => 'sourceControl' in way)
      return isComplete && isOpen && responses['302'] === undefined
    })
    expect(tried.length).toBeGreaterThan(25)
    const answers = await Promise.all(
      tried.map(async (operation) => {
        const path = requestTarget(operation.path, requiredParameters(operation))
        return { path, status: (await fetch(landscape.url + path)).status }
      }),
    )
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  })

  it('has valid examples of the optional parameters of reads', async () => {
    const tried = reads.flatMap((operation) =>
      operation.parameters
        .filter((one) => one.in === 'query' && one.required !== true)
        .map((one) => requestTarget(operation.path, [...requiredParameters(operation), one])),
    )
    expect(tried.length).toBeGreaterThan(60)
    const answers = await Promise.all(
      tried.map(async (path) => {
        const { status } = await fetch(landscape.url + path, { redirect: 'manual' })
        return { path, status }
      }),
    )
    expect(answers.filter(({ status }) => status === 400)).toEqual([])
  })

  it('has an example of every required body and every successful response', () => {
    const bodies = operations.flatMap(({ name, requestBody, responses }) => {
      const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
      return [
        requestBody?.required ? requestBody : undefined,
        ...successes.map(([, response]) => response),
      ].flatMap((part) =>
        Object.values(part?.content ?? {}).map(({ example }) => ({ name, example })),
      )
    })
    expect(bodies.length).toBeGreaterThan(60)
    expect(bodies.filter(({ example }) => example === undefined)).toEqual([])
  })

  it('has an example of every error response of an operation', () => {
    const errors = operations.flatMap(({ responses }) =>
      Object.entries(responses).filter(([status]) => status >= '4' && !NO_REQUEST.has(status)),
    )
    const shown = errors.flatMap(([status, { content = {} }]) =>
      Object.entries(content)
        .filter(([type]) => type !== 'application/json')
        .map(([type, { example, examples }]) => ({ status, type, example: example ?? examples })),
    )
    expect(shown.length).toBeGreaterThan(20)
    expect(shown.filter(({ example }) => example === undefined)).toEqual([])
  })

  it('has examples with which every write succeeds in sequence on the sample data', async () => {
    // Only the source-control host issues the code that completes a sign-in, and ids of keys are random.
    const others = new Set(['finishSignIn', 'revokeApiKey'])
    const writes = operations.filter(
      ({ method, operationId = '' }) => method !== 'get' && !others.has(operationId),
    )
    const statuses: [string, number][] = []
    for (const operation of writes) {
      const { name, method, path, requestBody } = operation
      const [type = '', { example } = {}] = Object.entries(requestBody?.content ?? {})[0] ?? []
      const text = type.endsWith('json')
        ? JSON.stringify(example)
        : new URLSearchParams(example as Record<string, string>).toString()
      const response = await fetch(
        landscape.url + requestTarget(path, requiredParameters(operation)),
        {
          method,
          redirect: 'manual',
          ...(example !== undefined && { headers: { 'content-type': type }, body: text }),
        },
      )
      statuses.push([name, response.status])
    }
    expect(statuses.length).toBeGreaterThan(15)
    expect(statuses.filter(([, status]) => status >= 400)).toEqual([])
  })
})
