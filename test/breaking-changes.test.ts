import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { findBreakingChanges } from '../tools/client/breaking-changes.ts'
import { unannouncedBreaks } from '../tools/client/unannounced-breaks.ts'

const file = new URL('../libs/client/openapi.json', import.meta.url)
const present: unknown = JSON.parse(readFileSync(file, 'utf8'))

interface Tagged {
  paths: Record<string, Record<string, { tags: string[] }>>
}

/** Paths of the registry without its version, and others with one. */
function misversioned(paths: Tagged['paths']): string[] {
  return Object.keys(paths).filter((path) => {
    if (path.startsWith('/api/v1/')) return false
    const isOfRegistry = Object.values(paths[path] ?? {}).some(({ tags }) =>
      tags.includes('Projects'),
    )
    return isOfRegistry || /\/v\d+(\/|$)/.test(path)
  })
}

describe('the description of the API', () => {
  // spec: 9-s1 9-s2
  it('has a version in the paths of the registry, and in no other', () => {
    const { paths } = present as Tagged
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
    const { paths } = present as Tagged
    expect(misversioned({ ...paths, [path]: { get: { tags: [tag] } } })).toEqual([path])
  })

  it('breaks nothing of itself', () => {
    expect(findBreakingChanges(present, present)).toEqual([])
  })
})

describe('unannouncedBreaks', () => {
  const withoutRadar = structuredClone(present) as Tagged
  delete withoutRadar.paths['/api/tech-radar/json']
  const breaks = (changelog: string) => unannouncedBreaks(present, withoutRadar, changelog)

  // spec: own.versions.breaking 9-s3
  it('reports a breaking change unless the changelog names the operation under "Breaking"', () => {
    const gone = { operationId: 'getRadar', what: 'GET /api/tech-radar/json is gone' }
    expect(breaks('# Changes\n\n## Unreleased\n')).toEqual([gone])
    expect(breaks('## Unreleased\n\n### Breaking\n\n- `getRadar`: removed.\n')).toEqual([])
  })

  // spec, otherwise: own.versions.breaking
  it.each([
    '## Unreleased\n\n### Added\n\n- `getRadar`\n\n### Breaking\n',
    '## Unreleased\n\n## 0.1.0\n\n### Breaking\n\n- `getRadar`\n',
  ])('reports a breaking change that the changelog names elsewhere: %j', (changelog) => {
    expect(breaks(changelog)).toHaveLength(1)
  })
})

describe('a change of what is stored in documents', () => {
  const FIELDS: [schema: string, field: string, operationId: string][] = [
    ['RadarEntry', 'timeline', 'getRadar'],
    ['TimelineItem', 'ringId', 'getRadar'],
    ['Project', 'details', 'getProject'],
    ['ProjectDetails', 'name', 'getProject'],
    ['ProjectArchitecture', 'languages', 'listProjects'],
    ['Banner', 'message', 'listActiveBanners'],
    ['Directorate', 'colour', 'listDirectorates'],
    ['Repository', 'last_commit', 'getRepositories'],
    ['Seat', 'assignee', 'listSeats'],
    ['DayObject', 'copilot_ide_chat', 'getUsageHistory'],
    ['Team', 'description', 'listTeams'],
  ]
  /** What the change of one field of a named schema breaks. */
  function brokenBy(schema: string, change: (fields: Record<string, unknown>) => void) {
    const changed = structuredClone(present) as {
      components: { schemas: Record<string, { properties: Record<string, unknown> }> }
    }
    const { properties } = changed.components.schemas[schema] ?? { properties: {} }
    change(properties)
    return findBreakingChanges(present, changed)
  }

  it.each(FIELDS)('breaks callers when %s has no %s any more', (schema, field, operationId) => {
    const found = brokenBy(schema, (fields) => delete fields[field])
    expect(found).toContainEqual({
      operationId,
      what: expect.stringContaining(`/${field} is gone`),
    })
  })

  it.each(FIELDS)('breaks callers when %s has another type of %s', (schema, field, operationId) => {
    const found = brokenBy(schema, (fields) => {
      expect(fields[field]).toBeDefined()
      fields[field] = { type: 'boolean' }
    })
    expect(found).toContainEqual({
      operationId,
      what: expect.stringContaining(`/${field} may be boolean`),
    })
  })

  // A banner is described in parts, all of which it has to be.
  it.each([
    ['message', { type: 'string', maxLength: 10 }, '/message'],
    ['audience', { type: 'string' }, '/audience is required'],
  ])('breaks callers when less is taken of a banner as %s', (field, schema, fault) => {
    const changed = structuredClone(present) as {
      components: { schemas: { BannerInput: { allOf: object[] } } }
    }
    const { allOf } = changed.components.schemas.BannerInput
    allOf.push({ type: 'object', properties: { [field]: schema }, required: [field] })
    for (const operationId of ['replaceBanners', 'saveBanner']) {
      expect(findBreakingChanges(present, changed)).toContainEqual({
        operationId,
        what: expect.stringContaining(fault),
      })
    }
  })
})

/** A small description; each test changes something of it. */
const describeOne = () => ({
  servers: [{ url: '/' }],
  paths: {
    '/things/{name}': {
      put: {
        operationId: 'putThing',
        security: [{ signedIn: [] }] as object[],
        parameters: [
          { in: 'path', name: 'name', required: true, schema: { type: 'string' } },
          { in: 'query', name: 'kind', schema: { enum: ['a', 'b'] } },
        ] as object[],
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Sent' } } },
        } as Record<string, unknown>,
        responses: {
          200: {
            headers: {
              etag: { required: true, schema: { type: 'string' } },
              age: { $ref: '#/components/headers/age' },
            },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
          404: { $ref: '#/components/responses/Missing' },
        } as Record<string, unknown>,
      },
    },
  },
  components: {
    responses: {
      Missing: { content: { 'application/problem+json': { schema: { type: 'object' } } } },
    } as Record<string, object>,
    headers: { age: { schema: { type: 'string' } as object } },
    securitySchemes: { signedIn: { type: 'http', scheme: 'bearer', description: 'a token' } },
    schemas: {
      Sent: {
        type: 'object',
        properties: {
          size: { type: 'integer', maximum: 9, minimum: 1 },
          text: { anyOf: [{ type: 'string', maxLength: 5 }, { type: 'null' }] },
        } as Record<string, unknown>,
        required: ['size'],
        additionalProperties: {} as unknown,
      },
      Thing: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          state: { type: 'string', enum: ['on', 'off'] },
          parts: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
        } as Record<string, unknown>,
        required: ['name'],
      },
    },
  },
})
type Described = ReturnType<typeof describeOne>
const operation = ({ paths }: Described) => paths['/things/{name}'].put
const success = (it: Described) =>
  operation(it).responses['200'] as {
    headers: { etag: { required: boolean; schema: object } }
  }
const sent = ({ components }: Described) => components.schemas.Sent
const thing = ({ components }: Described) => components.schemas.Thing

function changesBy(change: (description: Described) => void): string[] {
  const after = describeOne()
  change(after)
  return findBreakingChanges(describeOne(), after).map(({ operationId, what }) => {
    const isOfOperation = what.startsWith('PUT /things/{name} ')
    expect(isOfOperation).toBe(operationId === 'putThing')
    return what.replace('PUT /things/{name} ', '')
  })
}

describe('a change that breaks callers', () => {
  const BREAKING: [what: string, change: (description: Described) => void][] = [
    ['is gone', (it) => void Object.assign(it, { paths: {} })],
    ['has another operationId', (it) => void (operation(it).operationId = 'x')],
    ['is not open to all to whom it was', (it) => void (operation(it).security = [{ admin: [] }])],
    ['does not take the parameter query kind', (it) => void operation(it).parameters.pop()],
    [
      'requires the parameter query more',
      (it) => void operation(it).parameters.push({ in: 'query', name: 'more', required: true }),
    ],
    [
      'takes less as the parameter query kind: / has other values',
      (it) => void Object.assign(operation(it).parameters[1]!, { schema: { enum: ['a'] } }),
    ],
    ['requires a body', (it) => void (operation(it).requestBody['required'] = true)],
    [
      'takes no body of application/json',
      (it) => void (operation(it).requestBody['content'] = { 'text/csv': {} }),
    ],
    ['takes less in its body: /text is required', (it) => void sent(it).required.push('text')],
    [
      'takes less in its body: /size has another maximum',
      (it) => void (sent(it).properties['size'] = { type: 'integer', maximum: 8, minimum: 1 }),
    ],
    [
      'takes less in its body: /size has another minimum',
      (it) => void (sent(it).properties['size'] = { type: 'integer', maximum: 9, minimum: 2 }),
    ],
    [
      'takes less in its body: /text may not be null',
      (it) => void (sent(it).properties['text'] = { type: 'string' }),
    ],
    [
      'takes less in its body: /text has another pattern',
      (it) => void (sent(it).properties['text'] = { type: ['string', 'null'], pattern: 'a' }),
    ],
    [
      'takes less in its body: /text is required',
      ({ components: { schemas } }) =>
        void Object.assign(schemas, { Sent: { allOf: [schemas.Sent, { required: ['text'] }] } }),
    ],
    [
      'takes less in its body: / takes no other members',
      (it) => void (sent(it).additionalProperties = false),
    ],
    ['does not answer 200', (it) => void delete operation(it).responses['200']],
    [
      'does not say age when it answers 200',
      (it) => void delete (success(it).headers as Record<string, object>)['age'],
    ],
    [
      'does not always say etag when it answers 200',
      (it) => void (success(it).headers.etag.required = false),
    ],
    [
      'says etag otherwise (/ may be integer) when it answers 200',
      (it) => void (success(it).headers.etag.schema = { type: 'integer' }),
    ],
    [
      'says age otherwise (/ may be integer) when it answers 200',
      (it) => void (it.components.headers.age.schema = { type: 'integer' }),
    ],
    [
      'does not answer 404, but 410',
      (it) => {
        operation(it).responses['410'] = operation(it).responses['404']
        delete operation(it).responses['404']
      },
    ],
    ['is not at /', (it) => void (it.servers = [{ url: '/v2' }])],
    [
      'says who calls otherwise as signedIn',
      (it) => void (it.components.securitySchemes.signedIn.scheme = 'basic'),
    ],
    [
      'is not open to all to whom it was',
      (it) => void (operation(it).security = [{ signedIn: ['write'] }]),
    ],
    [
      'does not answer 404 as application/problem+json',
      (it) => void (it.components.responses['Missing'] = {}),
    ],
    ['answers 200 otherwise: /name is not always there', (it) => void thing(it).required.pop()],
    ['answers 200 otherwise: /state is gone', (it) => void delete thing(it).properties['state']],
    [
      'answers 200 otherwise: /name may be null',
      (it) => void (thing(it).properties['name'] = { type: ['string', 'null'] }),
    ],
    [
      'answers 200 otherwise: /state has other values',
      (it) => void (thing(it).properties['state'] = { type: 'string', enum: ['on', 'off', 'x'] }),
    ],
    [
      'answers 200 otherwise: /parts/0 may be string',
      (it) => void (thing(it).properties['parts'] = { type: 'array', items: { type: 'string' } }),
    ],
  ]
  // spec: own.versions.breaking
  it.each(BREAKING)('is found: it %s', (what, change) => {
    expect(changesBy(change)).toEqual([what])
  })
})

describe('a change that breaks nobody', () => {
  const HARMLESS: [what: string, change: (description: Described) => void][] = [
    [
      'another route',
      (it) => void Object.assign(it.paths, { '/more': it.paths['/things/{name}'] }),
    ],
    [
      'an optional parameter',
      (it) => void operation(it).parameters.push({ in: 'query', name: 'x' }),
    ],
    ['another status', (it) => void (operation(it).responses['409'] = {})],
    ['a refusal less', (it) => void delete operation(it).responses['404']],
    ['for everybody', (it) => void (operation(it).security = [])],
    ['a server more', (it) => void it.servers.push({ url: '/v1' })],
    [
      'other words for how to say who calls',
      (it) => void (it.components.securitySchemes.signedIn.description = 'an ID token'),
    ],
    [
      'a header that is said always',
      (it) => void Object.assign(it.components.headers.age, { required: true }),
    ],
    [
      'a closer form of a header',
      (it) => void (success(it).headers.etag.schema = { const: '"1"' }),
    ],
    ['another way in', (it) => void operation(it).security.push({ admin: [] })],
    ['an optional member of a body', (it) => void (sent(it).properties['more'] = { type: 'null' })],
    ['a member that need not be sent', (it) => void (sent(it).required = [])],
    [
      'the same body in parts',
      ({ components: { schemas } }) =>
        void Object.assign(schemas, { Sent: { allOf: [schemas.Sent, { type: 'object' }] } }),
    ],
    ['a wider bound', (it) => void (sent(it).properties['size'] = { type: 'number', maximum: 10 })],
    ['another member of an answer', (it) => void (thing(it).properties['more'] = {})],
    ['a member that is always there', (it) => void thing(it).required.push('state')],
    [
      'a value less in an answer',
      (it) => void (thing(it).properties['state'] = { type: 'string', const: 'on' }),
    ],
  ]
  // spec, otherwise: own.versions.breaking
  it.each(HARMLESS)('passes: %s', (_what, change) => {
    expect(changesBy(change)).toEqual([])
  })
})
