import * as fc from 'fast-check'
import { isRecord } from '@landscape/contracts'
import type { Described, Description } from '../support/described.ts'

/** A request to send. */
export interface Fuzzed {
  method: string
  /** With its query. */
  path: string
  headers: Record<string, string>
  body?: string
}

/** Values that programs forget: empty, large, of another type, with a meaning elsewhere. */
const ODD_VALUES: readonly unknown[] = [
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
/** Names of things in the sample organisation, which most requests are about. */
const NAMES = ['Harbour Berths', 'radar', 'languages', 'harbour-systems', 'harbour-api-api', '0']
const HEADERS: readonly Record<string, string>[] = [
  {},
  {},
  {},
  { 'if-none-match': '*' },
  { 'if-match': '"x"' },
  { 'if-match': '*' },
  { 'accept-encoding': 'br;q=0.1, gzip' },
  { origin: 'https://elsewhere.example' },
  { cookie: 'a=b; c' },
]

type Parameter = NonNullable<Described['parameters']>[number]

const odd = fc.oneof(fc.constantFrom(...ODD_VALUES), fc.jsonValue({ maxDepth: 2 }))
const text = fc.oneof(
  fc.constantFrom(...NAMES),
  fc.constantFrom(...ODD_VALUES).map(String),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
)

/**
 * Requests of every kind that a description knows: parameters from names, enumerations and odd texts; bodies
 * as the examples show them, with places taken out, put in or replaced.
 *
 * @param methods that may be asked with
 */
export function requestsFor(
  { paths }: Pick<Description, 'paths'>,
  methods: readonly string[] = ['get', 'post', 'put', 'delete'],
): fc.Arbitrary<Fuzzed> {
  const kinds = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => requestFor(method, path, operation)),
  )
  return fc.oneof(...kinds)
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
      headers: fc.constantFrom(...HEADERS),
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

/** A segment that is nothing would make another path of it, and a lone surrogate has no bytes. */
function escaped(value: string): string {
  return encodeURIComponent(value.toWellFormed()) || '%20'
}

function bodyFor(body: Described['requestBody']): fc.Arbitrary<string | undefined> {
  if (!body) return fc.constant(undefined)
  const [[type, { example = {} }] = ['', {}]] = Object.entries(body.content)
  if (type.endsWith('form-urlencoded')) return text.map((value) => `confirm=${escaped(value)}`)
  const changes = fc.array(
    fc.record({ at: fc.double({ min: 0, max: 0.999, noNaN: true }), value: fc.option(odd) }),
    {
      maxLength: 3,
    },
  )
  return fc.oneof(
    { weight: 8, arbitrary: changes.map((all) => JSON.stringify(all.reduce(changed, example))) },
    { weight: 1, arbitrary: odd.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.constantFrom('', '{', '[1,', '"', 'nul', '{"a":1,"a":2}') },
  )
}

/** A copy with one place, a part of the way through it, replaced, or taken out when the value is null. */
function changed(value: unknown, { at, value: wanted }: { at: number; value: unknown }): unknown {
  if (!Array.isArray(value) && !isRecord(value)) return wanted
  const entries = Object.entries(value)
  const place = at * entries.length
  const [key, inner] = entries[Math.floor(place)] ?? ['added', undefined]
  const deeper = (place % 1) * 2
  const next = deeper < 1 ? changed(inner, { at: deeper, value: wanted }) : wanted
  if (Array.isArray(value)) {
    return wanted === null && deeper >= 1
      ? value.toSpliced(Number(key), 1)
      : value.toSpliced(Number(key), 1, next)
  }
  const { [key]: _old, ...others } = value
  return wanted === null && deeper >= 1 ? others : { ...others, [key]: next }
}
