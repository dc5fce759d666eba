import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createClient, type Client } from './support/client.ts'
import { describedOperations, requestTarget, requiredParameters } from './support/operations.ts'
import { joinLandscape, type SharedLandscape } from './support/shared-landscape.ts'

const FILES = describedOperations().filter(
  ({ responses }) => responses['200']?.content?.['text/csv'] !== undefined,
)
const TYPES = ['application/json', 'text/csv', 'application/x-ndjson']

describe('rows in several formats, through the gateway', () => {
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

  it('are returned as requested, for any order of requests', async () => {
    const paths = ['/api/csv', '/api/csv?format=csv', '/api/csv?format=ndjson']
    const requests = Array.from({ length: 8 }, () =>
      paths.flatMap((path) => TYPES.map((accept) => ({ path, accept }))),
    ).flat()
    const responses = await Promise.all(
      requests.map(({ path, accept }) => client.get(path, { accept })),
    )
    const tags = new Map<string, Set<unknown>>()
    responses.forEach(({ status, headers }, i) => {
      const { path, accept } = requests[i]!
      const [, format] = path.split('format=')
      const type = TYPES.find((known) => format !== undefined && known.endsWith(format)) ?? accept
      expect([status, headers['content-type'], headers['vary']]).toEqual([
        200,
        `${type}; charset=utf-8`,
        'Accept, Accept-Encoding, Origin',
      ])
      tags.set(type, (tags.get(type) ?? new Set()).add(headers['etag']))
    })
    expect([...tags.values()].map(({ size }) => size)).toEqual([1, 1, 1])
    expect(new Set([...tags.values()].flatMap((of) => [...of])).size).toBe(3)
  })

  it.each(FILES)('differ from the file for spreadsheets of $name', async (operation) => {
    const target = requestTarget(operation.path, requiredParameters(operation))
    const [csv, file, ...others] = await Promise.all(
      ['csv', 'csv&for=spreadsheet', 'csv', 'csv&for=spreadsheet'].map((format) =>
        client.get(`${target}&format=${format}`),
      ),
    )
    expect([csv!.text, file!.text, csv!.headers['etag']]).toEqual([
      others[0]!.text,
      `\ufeff${csv!.text}`,
      expect.not.stringMatching(String(file!.headers['etag'])),
    ])
    expect([csv, file].map((response) => response!.headers['content-disposition'])).toEqual([
      undefined,
      expect.stringMatching(/^attachment; filename="[\w-]+\.csv"$/),
    ])
    expect(others.map(({ headers }) => headers['etag'])).toEqual(
      [csv, file].map((response) => response!.headers['etag']),
    )
  })
})
