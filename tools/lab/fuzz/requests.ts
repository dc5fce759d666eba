import * as fc from 'fast-check'
import { isRecord } from '@landscape/contracts/json'
import { projectNameOf } from '@landscape/contracts/projects'
import {
  createBodyCheck,
  type Described,
  type Description,
} from '../../../test/support/described.ts'

/** A request to send. */
export interface Fuzzed {
  method: string
  /** Path and query. */
  path: string
  headers: Record<string, string>
  body?: string
}

/** Edge cases: empty and large values, other types, and values with a special meaning. */
const UNUSUAL_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  '',
  ' ',
  'a',
  '\u0000',
  '\ud800',
  '../..',
  '<script>alert(1)</script>',
  '🚢'.repeat(50),
  'x'.repeat(3_000),
  [],
  {},
  [[]],
  [null],
  { dryRun: 'yes' },
  { length: 3 },
]
/** Names in the sample data, used by most requests. */
const NAMES = ['Harbour Berths', 'radar', 'languages', 'harbour-systems', 'harbour-api-api', '0']
/** Values of headers that a route may read. */
const HEADERS: Readonly<Record<string, readonly string[]>> = {
  'if-none-match': ['*', '"x"', 'W/"x", "y"', '"'],
  'if-match': ['"x"', '*', 'x'],
  'accept-encoding': ['br;q=0.1, gzip', 'identity;q=0', 'br;q=x', '*'],
  'cache-control': ['no-transform', 'no-cache', 'only-if-cached', 'max-age=x'],
  origin: ['https://elsewhere.example', 'null', 'x'],
  accept: [
    'application/json',
    'text/csv',
    'application/x-ndjson',
    'text/html',
    'text/html;q=0.2, text/csv;q=0.1',
    'image/*',
    'application/json;q=0, */*;q=0.001',
    '*/*;q=1;x="a,b"',
    ';q, /, text/',
    'text/csv, '.repeat(300),
  ],
}

type Parameter = NonNullable<Described['parameters']>[number]

const unusual = fc.oneof(fc.constantFrom(...UNUSUAL_VALUES), fc.jsonValue({ maxDepth: 2 }))
const text = fc.oneof(
  fc.constantFrom(...NAMES),
  fc.constantFrom(...UNUSUAL_VALUES).map(String),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
)

/**
 * Generates requests for every operation of a description: parameters from names, enumerations and
 * unusual strings; bodies from examples with removed, added or replaced members. Malformed projects get
 * separate names (`isMalformedProject`).
 *
 * @param methods methods of the requests
 */
export function requestsFor(
  description: Description,
  methods: readonly string[] = ['get', 'post', 'put', 'delete'],
): fc.Arbitrary<Fuzzed> {
  const isDescribed = createBodyCheck(description)
  const kinds = Object.entries(description.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => {
        const requests = requestFor(method, path, operation)
        const takesProject = path.startsWith(PROJECTS) && (method === 'post' || method === 'put')
        if (!takesProject) return requests
        return requests.map((request) =>
          withMalformedProject(request, (body) => isDescribed(path, method, body)),
        )
      }),
  )
  return fc.oneof(...kinds)
}

const PROJECTS = '/api/v1/projects'
const MALFORMED = 'malformed: '

/** Returns whether a record is a project that these requests may have stored malformed. */
export function isMalformedProject(record: unknown): boolean {
  return projectNameOf(record)?.startsWith(MALFORMED) === true
}

/** Renames a malformed project: the registry accepts sections of every shape. */
function withMalformedProject(request: Fuzzed, isDescribed: (body: unknown) => boolean): Fuzzed {
  const project = parsed(request.body)
  const name = projectNameOf(project)
  if (!isRecord(project) || name === undefined || isDescribed(project)) return request
  const [first, ...others] = project['details'] as object[]
  const details = [{ ...first, name: MALFORMED + name }, ...others]
  const path = request.method === 'PUT' ? `${PROJECTS}/${escaped(MALFORMED + name)}` : request.path
  return { ...request, path, body: JSON.stringify({ ...project, details }) }
}

function parsed(text = ''): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function requestFor(
  method: string,
  path: string,
  { parameters = [], requestBody }: Described,
): fc.Arbitrary<Fuzzed> {
  const valueOf = ({ schema }: Parameter) =>
    schema.enum ? fc.oneof(fc.constantFrom(...schema.enum), text) : text
  const within = parameters.filter((parameter) => parameter.in === 'path')
  const query = parameters.filter((parameter) => parameter.in === 'query')
  return fc
    .record({
      segments: fc.tuple(...within.map(valueOf)),
      query: fc.tuple(...query.map((parameter) => fc.option(valueOf(parameter), { freq: 2 }))),
      headers: headersFor(parameters.filter((parameter) => parameter.in === 'cookie')),
      body: bodyFor(requestBody),
    })
    .map(({ segments, query: values, headers, body }) => {
      const filled = within.reduce(
        (known, { name }, i) => known.replace(`{${name}}`, escaped(segments[i] ?? '')),
        path,
      )
      const search = query.flatMap(({ name }, i) => {
        const value = values[i]
        return typeof value === 'string' ? [`${name}=${escaped(value)}`] : []
      })
      const target = search.length > 0 ? `${filled}?${search.join('&')}` : filled
      const type = Object.keys(requestBody?.content ?? {})[0] ?? 'application/json'
      return {
        method: method.toUpperCase(),
        path: target,
        headers: body === undefined ? headers : { ...headers, 'content-type': type },
        ...(body !== undefined && { body }),
      }
    })
}

const HEADER_PAIRS = Object.entries(HEADERS).flatMap(([name, values]) =>
  values.map((value) => [name, value] as const),
)
const cookieValue = fc.oneof(fc.constantFrom('', '=', '"x"', 'v1.x.y'), text.map(escaped))

/** Generates up to two headers, the described cookies and an unknown one. */
function headersFor(cookies: readonly Parameter[]): fc.Arbitrary<Record<string, string>> {
  const named = [...cookies.map(({ name }) => name), 'a'].map((name) =>
    fc
      .option(cookieValue, { freq: 1 })
      .map((value) => (value === null ? [] : [`${name}=${value}`])),
  )
  return fc
    .record({
      pairs: fc.array(fc.constantFrom(...HEADER_PAIRS), { maxLength: 2 }),
      cookie: fc.tuple(...named).map((all) => all.flat().join('; ')),
    })
    .map(({ pairs, cookie }) => ({ ...Object.fromEntries(pairs), ...(cookie && { cookie }) }))
}

/** Encodes a segment: an empty one would change the path, and an unpaired surrogate cannot be encoded. */
function escaped(value: string): string {
  return encodeURIComponent(value.toWellFormed()) || '%20'
}

function bodyFor(body: Described['requestBody']): fc.Arbitrary<string | undefined> {
  if (!body) return fc.constant(undefined)
  const [[type, { example = {} }] = ['', {}]] = Object.entries(body.content)
  if (type.endsWith('form-urlencoded')) return text.map((value) => `confirm=${escaped(value)}`)
  const changes = fc.array(
    fc.record({ at: fc.double({ min: 0, max: 0.999, noNaN: true }), value: fc.option(unusual) }),
    {
      maxLength: 3,
    },
  )
  return fc.oneof(
    { weight: 8, arbitrary: changes.map((all) => JSON.stringify(all.reduce(changed, example))) },
    { weight: 1, arbitrary: unusual.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.constantFrom('', '{', '[1,', '"', 'nul', '{"a":1,"a":2}') },
  )
}

/**
 * Copies a value with one member replaced, or removed when the new value is null; `at` (0 to 1)
 * selects it.
 */
function changed(value: unknown, { at, value: wanted }: { at: number; value: unknown }): unknown {
  if (!Array.isArray(value) && !isRecord(value)) return wanted
  const entries = Object.entries(value)
  const position = at * entries.length
  const [key, inner] = entries[Math.floor(position)] ?? ['added', undefined]
  const deeper = (position % 1) * 2
  const next = deeper < 1 ? changed(inner, { at: deeper, value: wanted }) : wanted
  if (Array.isArray(value)) {
    return wanted === null && deeper >= 1
      ? value.toSpliced(Number(key), 1)
      : value.toSpliced(Number(key), 1, next)
  }
  const { [key]: _old, ...others } = value
  return wanted === null && deeper >= 1 ? others : { ...others, [key]: next }
}
