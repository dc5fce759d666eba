import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { fetch } from './support/fetch.ts'
import { joinLandscape, type SharedLandscape } from './support/shared-landscape.ts'
import { describedRoutes } from '../tools/description/described-routes.ts'
import { readCommitted } from './support/described.ts'
import { describedOperations, type Operation } from './support/operations.ts'

interface Description {
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { examples: Record<string, { value: { type: string; status?: number } }> }
}

type Paths = Record<string, Record<string, { tags: string[] }>>

const operations = describedOperations()
let landscape: SharedLandscape
let description: Description
beforeAll(async () => {
  landscape = await joinLandscape()
  description = (await (await fetch(`${landscape.url}/openapi.json`)).json()) as Description
})
afterAll(async () => landscape?.leave())

/** Sorts methods and removes duplicates and HEAD, which every GET implies. */
function sorted(methods: readonly string[]): string[] {
  return [...new Set(methods.filter((method) => method !== 'head'))].sort()
}

/** Returns paths of the registry without a version, and other paths with one. */
function misversioned(paths: Paths): string[] {
  return Object.keys(paths).filter((path) => {
    if (path.startsWith('/api/v1/')) return false
    const isOfRegistry = Object.values(paths[path] ?? {}).some(({ tags }) =>
      tags.includes('Projects'),
    )
    return isOfRegistry || /\/v\d+(\/|$)/.test(path)
  })
}

describe('the description of the API', () => {
  it('is what the present routes describe', () => {
    // Update it with `npm run client -- --update`.
    expect(JSON.stringify(readCommitted())).toBe(JSON.stringify(describedRoutes()))
  })

  it('has at most 360 KB', () => {
    expect(JSON.stringify(readCommitted()).length).toBeLessThanOrEqual(360_000)
  })

  // spec: 9-s1 9-s2
  it('has a version only in the paths of the registry', () => {
    const { paths } = readCommitted() as unknown as { paths: Paths }
    expect(Object.keys(paths).filter((path) => path.startsWith('/api/v1/')).length).toBeGreaterThan(
      2,
    )
    expect(misversioned(paths)).toEqual([])
  })

  // spec, otherwise: 9-s1 9-s2 1-r1a
  it.each([
    ['/api/projects/{project_name}', 'Projects'],
    ['/api/v2/projects', 'Projects'],
    ['/admin/api/v1/banners', 'Administration'],
    ['/api/v2', 'Landscape'],
  ])('may not have the path %s of %s', (path, tag) => {
    const { paths } = readCommitted() as unknown as { paths: Paths }
    expect(misversioned({ ...paths, [path]: { get: { tags: [tag] } } })).toEqual([path])
  })

  it('names, explains and tags every operation', () => {
    const groups = new Set(description.tags.map(({ name }) => name))
    const unclear = operations.filter(
      ({ operationId, description, tags }) =>
        !operationId || !description?.endsWith('.') || !tags.every((tag) => groups.has(tag)),
    )
    expect(unclear.map(({ name }) => name)).toEqual([])
    const ids = operations.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(50)
  })

  it('summarises every operation in one short line', () => {
    const long = operations.flatMap(({ summary }) =>
      summary.length > 80 || /[.]\s|[.]$/.test(summary) ? [summary] : [],
    )
    expect(long).toEqual([])
  })

  it('describes every parameter, header and cookie', () => {
    const undescribed = operations.flatMap(({ name, parameters, responses }) => [
      ...parameters.filter(({ description }) => !description).map((one) => `${name} ${one.name}`),
      ...Object.entries(responses).flatMap(([status, { headers = {} }]) =>
        Object.entries(headers)
          // A value, such as `true`, describes nothing.
          .filter(([, { description }]) => !description?.includes(' '))
          .map(([header]) => `${name} ${status} ${header}`),
      ),
    ])
    expect(undescribed).toEqual([])
  })

  it('lists exactly the methods that each path accepts', async () => {
    const templates = Object.keys(description.paths)
    const answers = await Promise.all(
      templates.map(async (template) => {
        const path = template.replaceAll(/\{\w+\}/g, 'x')
        const response = await fetch(landscape.url + path, { method: 'PATCH' })
        const taken = response.headers.get('allow')?.toLowerCase().split(', ') ?? []
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

  it('describes the error of each operation for a malformed request', async () => {
    const statuses = await Promise.all(
      operations.map(async ({ method, path: template }) => {
        const body =
          method === 'get' ? {} : { body: '{', headers: { 'content-type': 'application/json' } }
        const path = landscape.url + template.replaceAll(/\{\w+\}/g, 'x')
        // This `fetch` validates the response.
        return (await fetch(path, { method, redirect: 'manual', ...body })).status
      }),
    )
    expect(new Set(statuses).size).toBeGreaterThan(4)
  })

  it('gives every example of an error a type that is a served page', async () => {
    const types = Object.values(description.components.examples).flatMap(({ value }) =>
      value.status === undefined ? [] : [value.type],
    )
    const answers = await Promise.all(types.map((type) => fetch(landscape.url + type)))
    expect(answers.map(({ status }) => status)).toEqual(types.map(() => 200))
    expect(types.length).toBeGreaterThan(10)
  })
})
