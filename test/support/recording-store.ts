import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { switchable } from './switchable.ts'

/** The buckets that the holder of an access key read, and the objects that it wrote: `bucket/key`. */
export interface Uses {
  reads: Set<string>
  puts: Set<string>
}

interface Stored {
  body: Buffer
  /** The ETag and the metadata of the object. */
  headers: Record<string, string>
}

interface Answer {
  status: number
  headers?: Record<string, string>
  body?: Buffer | string
}

/**
 * Starts an S3 store in memory, with the conditional writes that the services need, which records what each access
 * key does. It checks no signature.
 */
export async function startRecordingStore() {
  const objects = new Map<string, Stored>()
  const uses = new Map<string, Uses>()

  function usesOf(accessKey: string): Uses {
    const own = uses.get(accessKey) ?? { reads: new Set(), puts: new Set() }
    uses.set(accessKey, own)
    return own
  }

  async function answer(req: IncomingMessage): Promise<Answer> {
    const { pathname, searchParams } = new URL(req.url ?? '', 'http://store')
    const [, bucket = '', ...parts] = decodeURIComponent(pathname).split('/')
    const key = parts.join('/')
    const name = `${bucket}/${key}`
    const accessKey = /Credential=([^/]+)/.exec(req.headers.authorization ?? '')?.[1] ?? 'nobody'
    const { reads, puts } = usesOf(accessKey)
    if (req.method === 'PUT') {
      if (key === '') return { status: 200 }
      puts.add(name)
      return put(objects, name, await buffer(req), req.headers)
    }
    if (req.method === 'DELETE') {
      puts.add(name)
      objects.delete(name)
      return { status: 204 }
    }
    reads.add(bucket)
    return key === '' ? list(objects, bucket, searchParams) : get(objects, name, req.headers)
  }

  const server = createServer((req, res) => {
    void answer(req).then(
      ({ status, headers = {}, body }) => res.writeHead(status, headers).end(body),
      () => res.destroy(),
    )
  })
  const { origin, disconnect } = await switchable(server)
  return { endpoint: origin, usesOf, close: disconnect }
}

type Headers = IncomingMessage['headers']

function get(objects: Map<string, Stored>, name: string, headers: Headers): Answer {
  const found = objects.get(name)
  if (!found) return failure(404, 'NoSuchKey')
  if (headers['if-none-match'] === found.headers['etag']) return { status: 304 }
  return { status: 200, ...found }
}

function put(objects: Map<string, Stored>, name: string, body: Buffer, headers: Headers): Answer {
  const found = objects.get(name)
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers
  const isRefused =
    (ifNoneMatch === '*' && found) || (ifMatch !== undefined && found?.headers['etag'] !== ifMatch)
  if (isRefused) return failure(412, 'PreconditionFailed')
  const etag = `"${createHash('md5').update(body).digest('hex')}"`
  const metadata = Object.entries(headers).filter(([header]) => header.startsWith('x-amz-meta-'))
  objects.set(name, { body, headers: { ...Object.fromEntries(metadata), etag } })
  return { status: 200, headers: { etag } }
}

function list(objects: Map<string, Stored>, bucket: string, query: URLSearchParams): Answer {
  const start = `${bucket}/${query.get('prefix') ?? ''}`
  const contents = [...objects]
    .filter(([name]) => name.startsWith(start))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { headers, body }]) => {
      const key = name.slice(bucket.length + 1)
      const tag = headers['etag']?.replaceAll('"', '&quot;')
      return `<Contents><Key>${key}</Key><ETag>${tag}</ETag><Size>${body.length}</Size></Contents>`
    })
  const body = `<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`
  return { status: 200, headers: { 'content-type': 'application/xml' }, body }
}

function failure(status: number, code: string): Answer {
  const body = `<Error><Code>${code}</Code><Message>-</Message></Error>`
  return { status, headers: { 'content-type': 'application/xml' }, body }
}
