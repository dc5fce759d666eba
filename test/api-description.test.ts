import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { fetch } from './support/fetch.ts'
import { startLandscape, type Landscape } from './support/landscape.ts'

interface Content {
  content?: Record<string, { example?: unknown }>
}
interface Operation {
  parameters?: { name: string; required?: boolean; example?: unknown }[]
  operationId?: string
  description?: string
  tags: string[]
  requestBody?: Content & { required: boolean }
  responses: Record<string, Content>
}
interface Description {
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
}

let landscape: Landscape
let description: Description
beforeAll(async () => {
  landscape = await startLandscape()
  description = (await (await fetch(`${landscape.url}/openapi.json`)).json()) as Description
}, 60_000)
afterAll(async () => landscape?.stop())

/** What the recommended rules of Redocly and the `oas` rules of Spectral have against a description. */
async function faultsIn(description: unknown): Promise<string[]> {
  const source = JSON.stringify(description)
  const config = await createConfig({ extends: ['recommended'] })
  const byRedocly = await lintFromString({ source, config, absoluteRef: '/openapi.json' })
  const ruled = new spectral.Spectral()
  ruled.setRuleset({ extends: [oas as RulesetDefinition] })
  const bySpectral = await ruled.run(JSON.parse(source) as Record<string, unknown>)
  return [
    ...byRedocly.map(
      ({ ruleId, message, location: [place] }) => `${ruleId} ${place?.pointer}: ${message}`,
    ),
    ...bySpectral.map(({ code, message, path }) => `${code} #/${path.join('/')}: ${message}`),
  ]
}

function operations(): [name: string, operation: Operation][] {
  return Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [`${method} ${path}`, operation] as [string, Operation],
    ),
  )
}

describe('the description of the API', () => {
  it('is clean under the rules of two linters', async () => {
    expect(await faultsIn(description)).toEqual([])
  })

  it('is not clean when an example is none of its schema', async () => {
    const wrong = structuredClone(description)
    const answer = wrong.paths['/api/v1/user']?.['get']?.responses['200']?.content
    Object.assign(answer?.['application/json'] ?? {}, { example: { email: 7, groups: [] } })
    expect((await faultsIn(wrong)).join()).toContain('email')
  })

  it('names and explains every operation, in a group that it describes', () => {
    const groups = new Set(description.tags.map(({ name }) => name))
    const unclear = operations().filter(
      ([, { operationId, description, tags }]) =>
        !operationId || !description?.endsWith('.') || !tags.every((tag) => groups.has(tag)),
    )
    expect(unclear.map(([name]) => name)).toEqual([])
    const ids = operations().map(([, { operationId }]) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(50)
  })

  it('shows an example of every parameter that must be sent', () => {
    const needed = operations().flatMap(([operation, { parameters = [] }]) =>
      parameters
        .filter(({ name, required }) => required || name === 'repositories')
        .map(({ name, example }) => ({ operation, name, example })),
    )
    expect(needed.length).toBeGreaterThan(10)
    expect(needed.filter(({ example }) => example === undefined)).toEqual([])
  })

  it('shows an example of every body that must be sent, and of every success', () => {
    const bodies = operations().flatMap(([name, { requestBody, responses }]) => {
      const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
      return [
        requestBody?.required ? requestBody : undefined,
        ...successes.map(([, answer]) => answer),
      ].flatMap((part) =>
        Object.values(part?.content ?? {}).map(({ example }) => ({ name, example })),
      )
    })
    expect(bodies.length).toBeGreaterThan(60)
    expect(bodies.filter(({ example }) => example === undefined)).toEqual([])
  })
})
