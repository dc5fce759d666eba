import { describe, expect, it } from '@jest/globals'
import { describedOperations } from './support/operations.ts'

/** The operations that the specification names. */
const SPECIFIED = new Set([
  'get /api/v1/projects',
  'post /api/v1/projects',
  'get /api/v1/projects/{project_name}',
  'put /api/v1/projects/{project_name}',
  'get /api/csv',
  'get /api/json',
  'get /api/tech-radar/json',
  'get /api/repository/project/json',
  'get /api/directorates/json',
  'get /api/banners',
  'get /api/banners/all',
  'get /api/health',
  'get /admin/api/banners',
  'post /admin/api/banners',
  'post /admin/api/banners/update',
  'post /admin/api/banners/toggle',
  'post /admin/api/banners/delete',
  'get /admin/api/array-data',
  'post /admin/api/array-data/update',
  'get /admin/api/tech-radar',
  'post /admin/api/tech-radar/update',
  'post /admin/api/normalise/technology',
  'post /review/api/tech-radar/update',
  'get /assistant/api/org/live',
  'get /assistant/api/org/historic',
  'get /assistant/api/teams/historic',
  'get /assistant/api/seats',
  'get /assistant/api/teams',
  'get /assistant/api/team/seats',
  'post /assistant/api/scm/oauth/token',
  'get /assistant/api/scm/oauth/login',
  'get /user/api/info',
  'post /user/api/logout',
])
const JSON_TYPES = new Set(['application/json', 'application/problem+json'])

const operations = describedOperations().filter(({ name }) => SPECIFIED.has(name))

describe('the operations of the specification', () => {
  it('are all described', () => {
    expect(operations.map(({ name }) => name).toSorted()).toEqual([...SPECIFIED].toSorted())
  })

  // spec: 4-s1a
  it('read JSON from request bodies', () => {
    const bodies = operations.flatMap(({ requestBody }) => (requestBody ? [requestBody] : []))
    expect(bodies.length).toBeGreaterThan(10)
    for (const { content } of bodies)
      expect(Object.keys(content ?? {})).toEqual(['application/json'])
  })

  // spec: 4-s1b
  it.each(operations)('return JSON: $name', ({ responses }) => {
    for (const [status, { content = {} }] of Object.entries(responses)) {
      const types = Object.keys(content).filter((type) => JSON_TYPES.has(type))
      // A redirect and a 304 have no body.
      expect([status, types.length > 0]).toEqual([status, !status.startsWith('3')])
    }
  })

  // spec: 0-s3
  it('have paths with neutral words and without product names', () => {
    const paths = operations.map(({ path }) => path)
    expect(paths.filter((path) => /copilot|github|cognito|aws/i.test(path))).toEqual([])
    expect(paths.filter((path) => path.startsWith('/assistant/'))).toHaveLength(8)
    expect(paths.filter((path) => path.includes('/scm/'))).toHaveLength(2)
  })
})
