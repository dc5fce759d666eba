import { describe, expect, it } from '@jest/globals'
import { everything } from './support/documents.ts'
import { landscapeOfOperations } from './support/landscape-of-operations.ts'
import {
  describedOperations,
  requestTarget,
  requiredParameters,
  type Operation,
} from './support/operations.ts'

const operations = describedOperations()
const reads = operations
  .filter(({ responses }) => '304' in responses)
  // The sample data have no change of one project.
  .filter(({ operationId }) => operationId !== 'getProjectChange')
const edits = operations.filter(({ responses }) => '412' in responses)

/** The read whose tag an edit accepts, by the beginning of its path. An edit without one accepts `*`. */
const READS = new Map([
  ['/api/v1/projects/', '/api/v1/projects/{project_name}'],
  ['/admin/api/banners', '/admin/api/banners'],
  ['/admin/api/array-data', '/admin/api/array-data'],
  ['/admin/api/technology-names', '/admin/api/technology-names'],
  ['/admin/api/tech-radar', '/admin/api/tech-radar'],
  ['/review/api/tech-radar', '/admin/api/tech-radar'],
  ['/review/api/editions', '/api/tech-radar/editions'],
])

const landscape = landscapeOfOperations({ withHistory: true })

const targetOf = (operation: Operation) =>
  requestTarget(operation.path, requiredParameters(operation))

describe.each(reads)('$name', (operation) => {
  it.each(['identity', 'br'])('returns 304 for its present tag only: %s', async (encoding) => {
    const read = (tag: string) =>
      landscape.client.get(targetOf(operation), {
        'accept-encoding': encoding,
        'if-none-match': tag,
      })
    const first = await read('"other"')
    const { etag } = first.headers
    expect(first.status).toBe(200)
    expect(etag).toMatch(/^(W\/)?"[^"]+"$/)
    const again = await read(`"other", ${String(etag)}`)
    expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', etag])
  })
})

/** Media types that the caller may choose. */
const TYPES = ['application/json', 'text/csv', 'application/x-ndjson']
const rows = reads.filter(({ parameters }) => parameters.some(({ name }) => name === 'format'))

describe.each(rows)('$name', (operation) => {
  it('returns 304 only for the tag of the same format', async () => {
    const read = (accept: string, tag = '') =>
      landscape.client.get(targetOf(operation), { accept, 'if-none-match': tag })
    const responses = await Promise.all(TYPES.map((type) => read(type)))
    const tags = responses.map(({ headers }) => String(headers['etag']))
    for (const accept of TYPES) {
      const again = await Promise.all(tags.map((tag) => read(accept, tag)))
      const expected = TYPES.map((type) => (type === accept ? 304 : 200))
      expect(again.map(({ status }) => status)).toEqual(expected)
    }
  })
})

describe.each(edits)('$name', (operation) => {
  const { method, path, requestBody } = operation
  const prefix = READS.keys().find((beginning) => path.startsWith(beginning))
  const readPath = READS.get(prefix ?? '')
  const read = operations.find((one) => one.method === 'get' && one.path === readPath)
  const rejection = read
    ? 'The resource has changed since it was read'
    : 'If-Match accepts only * for the registry'
  // A project is returned as it is stored, which is not as it was sent.
  const isTagged = read !== undefined && !path.startsWith('/api/v1/')
  const send = (ifMatch: string, body: object | undefined) =>
    landscape.client.send(method.toUpperCase(), targetOf(operation), body, { 'if-match': ifMatch })

  /** Returns the status and the tag of the edited resource; without one, a tag that never changes. */
  async function present() {
    if (!read) return { status: 200, tag: '*' }
    const { status, headers } = await landscape.client.get(targetOf(read), {
      'accept-encoding': 'br',
    })
    return { status, tag: String(headers['etag']) }
  }

  function bodies(): (object | undefined)[] {
    const content = requestBody?.content?.['application/json']
    if (!content || !requestBody?.required) return [undefined]
    return landscape.smallest(content.schema, content.example) as object[]
  }

  it('returns 412 for another tag and stores nothing', async () => {
    const before = await everything(landscape.store)
    for (const body of bodies()) {
      const { status, headers, json: problem } = await send('"other"', body)
      expect([status, headers['etag']]).toEqual([412, undefined])
      expect(problem()).toMatchObject({ status: 412, error: rejection })
    }
    expect(await everything(landscape.store)).toEqual(before)
  })

  it('accepts the tag of its read until the resource changes, and returns the next one', async () => {
    for (const body of bodies()) {
      const { tag } = await present()
      const edit = await send(tag, body)
      expect(edit.status).not.toBe(412)
      const next = await present()
      const strong = next.tag.replace('W/', '')
      expect(edit.headers['etag']).toBe(edit.status < 300 && isTagged ? strong : undefined)
      const status = next.tag === tag ? edit.status : next.status === 404 ? 404 : 412
      expect((await send(tag, body)).status).toBe(status)
    }
  })
})
