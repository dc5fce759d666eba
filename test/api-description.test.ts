import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { fetch } from './support/fetch.ts'
import { startLandscape, type Landscape } from './support/landscape.ts'

interface Content {
  content?: Record<string, { example?: unknown }>
  headers?: Record<string, { $ref?: string; description?: string }>
}
interface Operation {
  parameters?: {
    in: string
    name: string
    required?: boolean
    description?: string
    example?: unknown
    schema: { examples?: unknown[] }
  }[]
  operationId?: string
  summary: string
  description?: string
  tags: string[]
  requestBody?: Content & { required: boolean }
  responses: Record<string, Content & { $ref?: string }>
}
type Parameter = NonNullable<Operation['parameters']>[number]
interface Description {
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    responses: Record<string, Content>
    examples: Record<string, { value: { type: string } }>
  }
}

let landscape: Landscape
let description: Description
beforeAll(async () => {
  landscape = await startLandscape({ withHistory: true })
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

function isNeeded({ required }: Parameter): boolean {
  return required === true
}

/** What a parameter is filled in with, or shown with. */
function exampleOf({ example, schema }: Parameter): unknown {
  return example ?? schema.examples?.[0]
}

function withExample(parameter: Parameter): Parameter {
  return { ...parameter, example: exampleOf(parameter) }
}

/** Each once, in order; a HEAD goes with each GET. */
function sorted(methods: readonly string[]): string[] {
  return [...new Set(methods.filter((method) => method !== 'head'))].sort()
}

function asked(path: string, parameters: readonly Parameter[]): string {
  const text = ({ example }: Parameter) => encodeURIComponent(String(example))
  const filled = parameters.reduce((known, one) => known.replace(`{${one.name}}`, text(one)), path)
  const query = parameters.filter((one) => one.in === 'query')
  return `${filled}?${query.map((one) => `${one.name}=${text(one)}`).join('&')}`
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

  it('sums every operation up in one short line', () => {
    const long = operations().flatMap(([, { summary }]) =>
      summary.length > 80 || /[.]\s|[.]$/.test(summary) ? [summary] : [],
    )
    expect(long).toEqual([])
  })

  it('says of every parameter, header and cookie what it is for', () => {
    const unsaid = operations().flatMap(([name, { parameters = [], responses }]) => [
      ...parameters.filter(({ description }) => !description).map((one) => `${name} ${one.name}`),
      ...Object.entries(responses).flatMap(([status, { headers = {} }]) =>
        Object.entries(headers)
          .filter(([, { $ref, description }]) => !($ref ?? description))
          .map(([header]) => `${name} ${status} ${header}`),
      ),
    ])
    expect(unsaid).toEqual([])
  })

  it('shows an example of every parameter, of its schema', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    const parameters = operations().flatMap(([operation, { parameters = [] }]) =>
      parameters.map((parameter) => ({ operation, parameter, example: exampleOf(parameter) })),
    )
    expect(parameters.length).toBeGreaterThan(150)
    const wrong = parameters.filter(
      ({ parameter, example }) => example === undefined || !ajv.validate(parameter.schema, example),
    )
    expect(wrong).toEqual([])
  })

  it('fills in what must be sent and nothing else: the first try succeeds', () => {
    const filledIn = operations().flatMap(([operation, { parameters = [] }]) =>
      parameters
        .filter(({ example }) => example !== undefined)
        .map((parameter) => ({ operation, parameter })),
    )
    expect(filledIn.length).toBeGreaterThan(5)
    expect(filledIn.filter(({ parameter }) => !isNeeded(parameter))).toEqual([])
  })

  it('fills in every parameter that must be sent, or says whose answer tells it', () => {
    const ids = operations().map(([, { operationId = '' }]) => `\`${operationId}\``)
    const isFilledIn = ({ example, description = '' }: Parameter) =>
      example !== undefined || ids.some((id) => description.includes(id))
    const needed = operations().flatMap(([operation, { parameters = [] }]) =>
      parameters.filter(isNeeded).map((parameter) => ({ operation, parameter })),
    )
    expect(needed.length).toBeGreaterThan(10)
    expect(needed.filter(({ parameter }) => !isFilledIn(parameter))).toEqual([])
  })

  it('names exactly the methods that each path takes', async () => {
    const templates = Object.keys(description.paths)
    const answers = await Promise.all(
      templates.map(async (template) => {
        const path = template.replaceAll(/\{\w+\}/g, 'x')
        const answer = await fetch(landscape.url + path, { method: 'PATCH' })
        const taken = answer.headers.get('allow')?.toLowerCase().split(', ') ?? []
        const isServed = (other: string) =>
          new RegExp(`^${other.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)
        const described = templates
          .filter(isServed)
          .flatMap((one) => Object.keys(description.paths[one] ?? {}))
        return { template, taken: sorted(taken), described: sorted(described) }
      }),
    )
    for (const { template, taken, described } of answers) {
      expect({ template, methods: taken }).toEqual({ template, methods: described })
    }
    expect(answers.length).toBeGreaterThan(40)
  })

  it('shows examples with which every read succeeds on the sample data', async () => {
    const reads = Object.entries(description.paths).flatMap(([path, { get }]) => {
      const { parameters = [], responses = {} } = get ?? {}
      const known = parameters.filter(({ example }) => example !== undefined)
      const isWhole = parameters.filter(isNeeded).every((one) => known.includes(one))
      // Whoever signs in at the source-control host does so by hand.
      const isOpen = !parameters.some((one) => one.in === 'cookie' && one.name === 'scmUserToken')
      return get && isWhole && isOpen && responses['302'] === undefined ? [asked(path, known)] : []
    })
    expect(reads.length).toBeGreaterThan(25)
    const answers = await Promise.all(
      reads.map(async (path) => ({ path, status: (await fetch(landscape.url + path)).status })),
    )
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  })

  it('shows an example of every other parameter that a read takes', async () => {
    const reads = Object.entries(description.paths).flatMap(([path, { get }]) => {
      const { parameters = [] } = get ?? {}
      const needed = parameters.filter(isNeeded).map(withExample)
      return parameters
        .filter((one) => one.in === 'query' && !isNeeded(one))
        .map((one) => asked(path, [...needed, withExample(one)]))
    })
    expect(reads.length).toBeGreaterThan(60)
    const answers = await Promise.all(
      reads.map(async (path) => {
        const { status } = await fetch(landscape.url + path, { redirect: 'manual' })
        return { path, status }
      }),
    )
    expect(answers.filter(({ status }) => status === 400)).toEqual([])
  })

  it('names the status and every header of what each operation answers to what makes no sense', async () => {
    const statuses = await Promise.all(
      operations().map(async ([name]) => {
        const [method = '', template = ''] = name.split(' ')
        const body =
          method === 'get' ? {} : { body: '{', headers: { 'content-type': 'application/json' } }
        const path = landscape.url + template.replaceAll(/\{\w+\}/g, 'x')
        // It compares.
        return (await fetch(path, { method, redirect: 'manual', ...body })).status
      }),
    )
    expect(new Set(statuses).size).toBeGreaterThan(4)
  })

  it('gives every refusal of its examples a type that leads to a page', async () => {
    const types = Object.values(description.components.examples).map(({ value }) => value.type)
    const answers = await Promise.all(types.map((type) => fetch(landscape.url + type)))
    expect(answers.map(({ status }) => status)).toEqual(types.map(() => 200))
    expect(types.length).toBeGreaterThan(10)
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

  it('shows examples with which every write succeeds on the sample data, one after the other', async () => {
    // What comes back from the sign-in page of the source-control host nobody can make up.
    const writes = operations().filter(
      ([name, { operationId }]) => !name.startsWith('get ') && operationId !== 'finishSignIn',
    )
    const statuses: [string, number][] = []
    for (const [name, { parameters = [], requestBody }] of writes) {
      const [method = '', path = ''] = name.split(' ')
      const [type = '', { example } = {}] = Object.entries(requestBody?.content ?? {})[0] ?? []
      const text = type.endsWith('json')
        ? JSON.stringify(example)
        : new URLSearchParams(example as Record<string, string>).toString()
      const answer = await fetch(landscape.url + asked(path, parameters.filter(isNeeded)), {
        method,
        redirect: 'manual',
        ...(example !== undefined && { headers: { 'content-type': type }, body: text }),
      })
      statuses.push([name, answer.status])
    }
    expect(statuses.length).toBeGreaterThan(15)
    expect(statuses.filter(([, status]) => status >= 400)).toEqual([])
  })
})
