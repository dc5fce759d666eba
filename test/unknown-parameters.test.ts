import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createClient, type Client } from './support/client.ts'
import { describedOperations, requestTarget, requiredParameters } from './support/operations.ts'
import { joinLandscape, type SharedLandscape } from './support/shared-landscape.ts'

let landscape: SharedLandscape
let client: Client
beforeAll(async () => {
  landscape = await joinLandscape()
  client = createClient(landscape.url)
})
afterAll(async () => {
  client?.close()
  await landscape?.leave()
})

/** Reads of no older client and of no person: links to pages may carry parameters of other programs. */
const STRICT = new Set([
  '/openapi.json',
  '/api/v1/projects/{project_name}/history',
  '/api/projects',
  '/api/projects/{slug}',
  '/api/completeness',
  '/api/tech-radar/backstage.json',
  '/api/tech-radar/changes',
  '/api/tech-radar/plans',
  '/api/tech-radar/editions',
  '/api/tech-radar/editions/{id}/difference/{other}',
  '/api/technologies',
  '/api/technologies/{slug}',
  '/api/advice',
  '/api/drift',
  '/api/landing',
  '/api/trends',
  '/api/trends/{slug}',
  '/api/search',
  '/admin/api/history',
  '/review/api/history',
  '/assistant/api/teams/{slug}/usage',
  '/assistant/api/seats/summary',
  '/assistant/api/spend',
  '/assistant/api/repositories',
])

describe('reads', () => {
  it.each(describedOperations().filter(({ method }) => method === 'get'))(
    'reject an unknown parameter by name, or ignore it: $path',
    async (operation) => {
      const read = (more: Record<string, string>) =>
        client.get(requestTarget(operation.path, requiredParameters(operation), more))
      const unknown = await read({ qwertzui: '1' })
      if (!STRICT.has(operation.path)) {
        expect(unknown.status).toBe((await read({})).status)
        return
      }
      const [problem, status] = [unknown.json() as Record<string, unknown>, unknown.status]
      expect([status, problem['error']]).toEqual([
        400,
        expect.stringMatching(/^Unknown parameter: qwertzui\. (Known: .+|There are none)\.$/),
      ])
      expect(problem['errors']).toMatchObject([{ pointer: '/qwertzui' }])
    },
  )

  it('reject a parameter that is given twice', async () => {
    const { status, json: read } = await client.get('/api/technologies?ring=hold&ring=adopt')
    expect([status, read()]).toEqual([
      400,
      expect.objectContaining({
        error: 'ring is given more than once',
        errors: [{ pointer: '/ring', detail: 'is given more than once' }],
      }),
    ])
  })
})
