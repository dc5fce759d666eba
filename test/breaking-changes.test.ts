import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { findBreakingChanges } from '../tools/client/breaking-changes.ts'
import { unannouncedBreaks } from '../tools/client/unannounced-breaks.ts'

const file = new URL('../libs/client/openapi.json', import.meta.url)
const present: unknown = JSON.parse(readFileSync(file, 'utf8'))

interface Tagged {
  paths: Record<string, Record<string, { tags: string[] }>>
}

/** Returns the description with one operation: comparing all of them takes long. */
function withOnly(operationId: string): unknown {
  const { paths } = present as { paths: Record<string, Record<string, { operationId?: string }>> }
  const [path = '', operations = {}] =
    Object.entries(paths).find(([, all]) =>
      Object.values(all).some((one) => one.operationId === operationId),
    ) ?? []
  return { ...(present as object), paths: { [path]: operations } }
}

/** Returns paths of the registry without a version, and other paths with one. */
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
  it('has a version only in the paths of the registry', () => {
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

  it('has no breaking changes compared with itself', () => {
    expect(findBreakingChanges(present, present)).toEqual([])
  })
})

describe('unannouncedBreaks', () => {
  const withoutRadar = structuredClone(present) as Tagged
  delete withoutRadar.paths['/api/tech-radar/json']
  const breaks = (changelog: string) => unannouncedBreaks(present, withoutRadar, changelog)

  // spec: own.versions.breaking 9-s3
  it('reports a breaking change unless the changelog names the operation under "Breaking"', () => {
    const removed = { operationId: 'getRadar', what: 'GET /api/tech-radar/json was removed' }
    expect(breaks('# Changes\n\n## Unreleased\n')).toEqual([removed])
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

describe('a change of a document schema', () => {
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
  /** Returns the breaking changes of an operation when the fields of a schema change. */
  function brokenBy(
    schema: string,
    operationId: string,
    change: (fields: Record<string, unknown>) => void,
  ) {
    const before = withOnly(operationId)
    const changed = structuredClone(before) as {
      components: { schemas: Record<string, { properties: Record<string, unknown> }> }
    }
    const { properties } = changed.components.schemas[schema] ?? { properties: {} }
    change(properties)
    return findBreakingChanges(before, changed)
  }

  it.each(FIELDS)('is breaking when %s loses %s', (schema, field, operationId) => {
    const found = brokenBy(schema, operationId, (fields) => delete fields[field])
    expect(found).toContainEqual({
      operationId,
      what: expect.stringContaining(`/${field} was removed`),
    })
  })

  it.each(FIELDS)(
    'is breaking when the type in %s changes for %s',
    (schema, field, operationId) => {
      const found = brokenBy(schema, operationId, (fields) => {
        expect(fields[field]).toBeDefined()
        fields[field] = { type: 'boolean' }
      })
      expect(found).toContainEqual({
        operationId,
        what: expect.stringContaining(`/${field} may be boolean`),
      })
    },
  )

  // The schema of a banner is an `allOf`.
  it.each([
    ['message', { type: 'string', maxLength: 10 }, '/message'],
    ['audience', { type: 'string' }, '/audience is required'],
  ])('is breaking when %s of a banner is restricted', (field, schema, fault) => {
    for (const operationId of ['replaceBanners', 'saveBanner']) {
      const before = withOnly(operationId)
      const changed = structuredClone(before) as {
        components: { schemas: { BannerInput: { allOf: object[] } } }
      }
      const { allOf } = changed.components.schemas.BannerInput
      allOf.push({ type: 'object', properties: { [field]: schema }, required: [field] })
      expect(findBreakingChanges(before, changed)).toContainEqual({
        operationId,
        what: expect.stringContaining(fault),
      })
    }
  })
})

/** A small description that each test changes. */
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

describe('findBreakingChanges', () => {
  const BREAKING: [what: string, change: (description: Described) => void][] = [
    ['was removed', (it) => void Object.assign(it, { paths: {} })],
    ['has a different operationId', (it) => void (operation(it).operationId = 'x')],
    ['requires additional credentials', (it) => void (operation(it).security = [{ admin: [] }])],
    ['does not accept the parameter query kind', (it) => void operation(it).parameters.pop()],
    [
      'requires the parameter query more',
      (it) => void operation(it).parameters.push({ in: 'query', name: 'more', required: true }),
    ],
    [
      'restricts the parameter query kind: / has different values',
      (it) => void Object.assign(operation(it).parameters[1]!, { schema: { enum: ['a'] } }),
    ],
    ['requires a body', (it) => void (operation(it).requestBody['required'] = true)],
    [
      'does not accept a body of application/json',
      (it) => void (operation(it).requestBody['content'] = { 'text/csv': {} }),
    ],
    ['restricts its body: /text is required', (it) => void sent(it).required.push('text')],
    [
      'restricts its body: /size has a different maximum',
      (it) => void (sent(it).properties['size'] = { type: 'integer', maximum: 8, minimum: 1 }),
    ],
    [
      'restricts its body: /size has a different minimum',
      (it) => void (sent(it).properties['size'] = { type: 'integer', maximum: 9, minimum: 2 }),
    ],
    [
      'restricts its body: /text may not be null',
      (it) => void (sent(it).properties['text'] = { type: 'string' }),
    ],
    [
      'restricts its body: /text has a different pattern',
      (it) => void (sent(it).properties['text'] = { type: ['string', 'null'], pattern: 'a' }),
    ],
    [
      'restricts its body: /text is required',
      ({ components: { schemas } }) =>
        void Object.assign(schemas, { Sent: { allOf: [schemas.Sent, { required: ['text'] }] } }),
    ],
    [
      'restricts its body: / accepts no additional members',
      (it) => void (sent(it).additionalProperties = false),
    ],
    ['does not return 200', (it) => void delete operation(it).responses['200']],
    [
      'omits the header age in 200',
      (it) => void delete (success(it).headers as Record<string, object>)['age'],
    ],
    [
      'makes the header etag optional in 200',
      (it) => void (success(it).headers.etag.required = false),
    ],
    [
      'changes the header etag (/ may be integer) in 200',
      (it) => void (success(it).headers.etag.schema = { type: 'integer' }),
    ],
    [
      'changes the header age (/ may be integer) in 200',
      (it) => void (it.components.headers.age.schema = { type: 'integer' }),
    ],
    [
      'returns 410 instead of 404',
      (it) => {
        operation(it).responses['410'] = operation(it).responses['404']
        delete operation(it).responses['404']
      },
    ],
    ['is not served at /', (it) => void (it.servers = [{ url: '/v2' }])],
    [
      'changes the security scheme signedIn',
      (it) => void (it.components.securitySchemes.signedIn.scheme = 'basic'),
    ],
    [
      'requires additional credentials',
      (it) => void (operation(it).security = [{ signedIn: ['write'] }]),
    ],
    [
      'does not return 404 as application/problem+json',
      (it) => void (it.components.responses['Missing'] = {}),
    ],
    ['changes the body of 200: /name is optional', (it) => void thing(it).required.pop()],
    [
      'changes the body of 200: /state was removed',
      (it) => void delete thing(it).properties['state'],
    ],
    [
      'changes the body of 200: /name may be null',
      (it) => void (thing(it).properties['name'] = { type: ['string', 'null'] }),
    ],
    [
      'changes the body of 200: /state has different values',
      (it) => void (thing(it).properties['state'] = { type: 'string', enum: ['on', 'off', 'x'] }),
    ],
    [
      'changes the body of 200: /parts/0 may be string',
      (it) => void (thing(it).properties['parts'] = { type: 'array', items: { type: 'string' } }),
    ],
  ]
  // spec: own.versions.breaking
  it.each(BREAKING)('finds an operation that %s', (what, change) => {
    expect(changesBy(change)).toEqual([what])
  })
})

describe('findBreakingChanges, for compatible changes', () => {
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
    ['a removed error', (it) => void delete operation(it).responses['404']],
    ['a public operation', (it) => void (operation(it).security = [])],
    ['another server', (it) => void it.servers.push({ url: '/v1' })],
    [
      'another description of a security scheme',
      (it) => void (it.components.securitySchemes.signedIn.description = 'an ID token'),
    ],
    [
      'a header that becomes required',
      (it) => void Object.assign(it.components.headers.age, { required: true }),
    ],
    [
      'a narrower schema of a header',
      (it) => void (success(it).headers.etag.schema = { const: '"1"' }),
    ],
    ['another alternative in `security`', (it) => void operation(it).security.push({ admin: [] })],
    ['an optional member of a body', (it) => void (sent(it).properties['more'] = { type: 'null' })],
    ['an optional member of a request', (it) => void (sent(it).required = [])],
    [
      'the same body as an `allOf`',
      ({ components: { schemas } }) =>
        void Object.assign(schemas, { Sent: { allOf: [schemas.Sent, { type: 'object' }] } }),
    ],
    ['a wider bound', (it) => void (sent(it).properties['size'] = { type: 'number', maximum: 10 })],
    ['another member of a response', (it) => void (thing(it).properties['more'] = {})],
    ['a member that becomes required in a response', (it) => void thing(it).required.push('state')],
    [
      'a removed value of a response',
      (it) => void (thing(it).properties['state'] = { type: 'string', const: 'on' }),
    ],
  ]
  // spec, otherwise: own.versions.breaking
  it.each(HARMLESS)('accepts %s', (_what, change) => {
    expect(changesBy(change)).toEqual([])
  })
})
