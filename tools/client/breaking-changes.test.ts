import { describe, expect, it } from '@jest/globals'
import { findBreakingChanges } from './breaking-changes.ts'

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
    [
      'an array in a query instead of one value',
      (it) =>
        void Object.assign(operation(it).parameters[1]!, {
          schema: { type: 'array', items: { enum: ['a', 'b'] } },
        }),
    ],
    ['another status', (it) => void (operation(it).responses['409'] = {})],
    [
      'several types instead of alternatives',
      (it) => void (sent(it).properties['text'] = { type: ['string', 'null'], maxLength: 5 }),
    ],
    [
      'a shared parameter',
      (it) => {
        const [name, kind] = operation(it).parameters
        Object.assign(it.components, { parameters: { kind } })
        operation(it).parameters = [name!, { $ref: '#/components/parameters/kind' }]
      },
    ],
    [
      'a range that names a status',
      (it) => {
        const { 404: missing, ...responses } = operation(it).responses
        responses['4XX'] = { 'x-statuses': { 404: missing, 400: {} } }
        operation(it).responses = responses
      },
    ],
    [
      'a header that every response has',
      (it) => {
        const { etag, ...others } = success(it).headers
        Object.assign(success(it), { headers: others })
        Object.assign(it, { 'x-common-headers': { etag } })
      },
    ],
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
