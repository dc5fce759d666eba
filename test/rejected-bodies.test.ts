import { gzipSync } from 'node:zlib'
import { describe, expect, it } from '@jest/globals'
import { everything } from './support/documents.ts'
import { landscapeOfOperations } from './support/landscape-of-operations.ts'
import {
  describedOperations,
  requestTarget,
  requiredParameters,
  type Operation,
} from './support/operations.ts'

const JSON_TYPE = 'application/json'
const operations = describedOperations().filter(
  ({ requestBody }) => requestBody?.content?.[JSON_TYPE],
)

const landscape = landscapeOfOperations()

/** Adds a member to the JSON of an object: some members have no JavaScript value. */
const withMember = (good: string, member: string) =>
  good.replace(/^\{/, good === '{}' ? `{${member}` : `{${member},`)

/** Bodies that are not acceptable JSON. The tests of the parser have more of them. */
const BODIES: [fault: string, body: (good: string) => string | Buffer][] = [
  ['broken JSON', (good) => good.slice(0, -1)],
  ['deep nesting', (good) => withMember(good, `"a":${'['.repeat(70)}${']'.repeat(70)}`)],
  ['a __proto__ key', (good) => withMember(good, '"__proto__":{"admin":true}')],
  ['a nested constructor key', (good) => withMember(good, '"a":[{"constructor":{}}]')],
  ['an unpaired surrogate', (good) => withMember(good, '"a":"\\ud800"')],
  ['a duplicate member', (good) => withMember(good, '"a":1,"a":1')],
  ['a number above the maximum', (good) => withMember(good, '"a":1e999')],
  ['an integer that loses precision', (good) => withMember(good, '"a":9007199254740993')],
  ['bytes that are not UTF-8', (good) => Buffer.from(withMember(good, '"a":"\xff"'), 'latin1')],
]

/** Headers that do not announce plain JSON. */
const HEADERS: [fault: string, headers: Record<string, string>][] = [
  ['text/plain', { 'content-type': 'text/plain' }],
  ['the type of a form', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['no type', { 'content-type': '' }],
  ['a charset that is not Unicode', { 'content-type': `${JSON_TYPE}; charset=cp1252` }],
  ['an unknown encoding', { 'content-type': JSON_TYPE, 'content-encoding': 'rot13' }],
  ['gzip', { 'content-type': JSON_TYPE, 'content-encoding': 'gzip' }],
]

/** The registry rejects bodies that are not JSON with 406, as specified. */
const EXPECTED = { body: [400], header: [415, 406], size: [413] }

describe.each(operations)('$name', (operation) => {
  // spec, otherwise: 4-s1a
  it.each(['body', 'header', 'size'] as const)(
    'rejects a bad %s and stores nothing',
    async (part) => {
      const before = await everything(landscape.store)
      const wrong: unknown[] = []
      for (const [fault, body, headers] of requests(operation)[part]) {
        const path = requestTarget(operation.path, requiredParameters(operation))
        const response = await landscape.client.send(
          operation.method.toUpperCase(),
          path,
          body,
          headers,
        )
        const { error } = response.json() as { error: unknown }
        const isExpected =
          EXPECTED[part].includes(response.status) &&
          response.headers['content-type'] === 'application/problem+json; charset=utf-8' &&
          /^[\x20-\x7e]{5,200}$/.test(String(error)) &&
          !/SyntaxError|JSON at position|node_modules|Unexpected/.test(String(error))
        if (!isExpected) wrong.push([fault, response.status, error])
      }
      expect(wrong).toEqual([])
      expect(await everything(landscape.store)).toEqual(before)
    },
  )
})

type Request = [fault: string, body: string | Buffer, headers: Record<string, string>]

/** Returns requests with one fault each: the rest matches the description. */
function requests({ requestBody }: Operation): Record<keyof typeof EXPECTED, Request[]> {
  const { schema, example } = requestBody!.content![JSON_TYPE]!
  const isObject = (text: string) => text.startsWith('{')
  const good =
    landscape
      .smallest(schema, example)
      .map((one) => JSON.stringify(one))
      .find(isObject) ?? '{}'
  const json = { 'content-type': JSON_TYPE }
  // Where no body is needed, a body of another type is none.
  const announced = HEADERS.filter(
    ([, headers]) => requestBody!.required || headers['content-type']!.startsWith(JSON_TYPE),
  )
  return {
    body: BODIES.map(([fault, body]): Request => [fault, body(good), json]),
    header: announced.map(([fault, headers]): Request => {
      const isCompressed = headers['content-encoding'] === 'gzip'
      return [fault, isCompressed ? gzipSync(good) : good, headers]
    }),
    size: [['11 MB', withMember(good, `"a":"${'x'.repeat(11 * 1024 * 1024)}"`), json]],
  }
}
