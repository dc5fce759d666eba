import { once } from 'node:events'
import {
  Agent,
  createServer,
  request,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { buffer } from 'node:stream/consumers'

/** A fault injected into one request. */
export type Fault =
  /** The proxy responds; the store never receives the request. */
  | ResponseFault
  /** The store executes the request, but the connection breaks before the response. */
  | { kind: 'lose-response' }
  /** The store executes the request, but no response is sent. */
  | { kind: 'no-response' }
  /** The connection breaks, and the store receives the request afterwards. */
  | { kind: 'arrive-late'; ms: number }
  /** The store executes the request and responds, and receives the request again later. */
  | { kind: 'duplicate'; ms: number }
  /** The request is not forwarded, and no response is sent. */
  | { kind: 'black-hole' }
  /** The connection breaks in the middle of the body of the response. */
  | { kind: 'cut-body' }
  /** The body is truncated, with a matching Content-Length and the ETag of the complete body. */
  | { kind: 'cut-unseen' }
  /** The body of the response arrives one byte at a time and never ends. */
  | { kind: 'drip' }

interface ResponseFault {
  kind: 'response'
  status: number
  /** S3's error code; the body is its XML. */
  code?: string
  headers?: Record<string, string>
  body?: string
}

export interface Call {
  method: string
  /** `/bucket/key`, decoded. */
  path: string
  query: string
  /** Counts the calls of this method, from 1. */
  nth: number
  /** `If-Match`, without quotes. */
  ifMatch: string | undefined
}

const PROBE_TAG = 'probe'

/** Responds to the probe of conditional writes like a sound store in which the probe exists. */
export function soundProbe({ method, ifMatch }: Pick<Call, 'method' | 'ifMatch'>): Fault {
  return method === 'GET' || ifMatch === PROBE_TAG
    ? { kind: 'response', status: 200, headers: { etag: `"${PROBE_TAG}"` }, body: '{}' }
    : { kind: 'response', status: 412, code: 'PreconditionFailed' }
}

interface Exchange {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: Buffer
}

/** A proxy in front of an S3 server that injects the faults of `faultOf`. */
export async function createFaultProxy(
  upstream: string,
  faultOf: (call: Call) => Fault | undefined = () => undefined,
) {
  const calls: Record<string, number> = {}
  const agent = new Agent({ keepAlive: true })
  const late: Promise<unknown>[] = []
  const script = { faultOf }
  const server = createServer((req, res) => {
    void serve(req, res).catch(() => res.destroy())
  })

  async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = req
    const exchange = { method, url, headers, body: await buffer(req) }
    const nth = (calls[method] = (calls[method] ?? 0) + 1)
    const [path = '', query = ''] = url.split('?')
    const ifMatch = headers['if-match']?.replaceAll('"', '')
    const fault = script.faultOf({ method, path: decodeURIComponent(path), query, nth, ifMatch })
    switch (fault?.kind) {
      case undefined:
        return send(res, await forward(exchange))
      case 'response':
        return respond(res, fault)
      case 'lose-response':
        await forward(exchange)
        return void res.destroy()
      case 'no-response':
        await forward(exchange)
        return
      case 'arrive-late':
        res.destroy()
        return postpone(fault.ms, exchange)
      case 'duplicate':
        send(res, await forward(exchange))
        return postpone(fault.ms, exchange)
      case 'black-hole':
        return
      case 'cut-body':
        return cut(res, await forward(exchange))
      case 'cut-unseen':
        return send(res, half(await forward(exchange)))
      case 'drip':
        return drip(res, await forward(exchange))
    }
  }

  function postpone(ms: number, exchange: Exchange): void {
    late.push(sleep(ms).then(() => forward(exchange)))
  }

  async function forward({ method, url, headers, body }: Exchange) {
    // The headers are unchanged, because the signature covers Host.
    const out = request(upstream + url, { method, headers, agent })
    out.end(body)
    const [response] = (await once(out, 'response')) as [IncomingMessage]
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      body: await buffer(response),
    }
  }

  let isRejecting = false
  server.on('connection', (socket) => {
    if (isRejecting) socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Number of calls of each method. */
    calls,
    script,
    accept: () => void (isRejecting = false),
    /** Breaks connections until `accept`. The port stays in use, so that no other process gets it. */
    reject() {
      isRejecting = true
      server.closeAllConnections()
    },
    /** Resolves when every late and duplicate request has been executed. */
    settled: () => Promise.all(late),
    async close() {
      await Promise.allSettled(late)
      agent.destroy()
      await closed(server)
    },
  }
}

type Forwarded = { status: number; headers: IncomingMessage['headers']; body: Buffer }

async function closed(server: Server): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}

function send(res: ServerResponse, { status, headers, body }: Forwarded): void {
  res.writeHead(status, headers).end(body)
}

function respond(res: ServerResponse, { status, code, headers = {}, body }: ResponseFault): void {
  const text = code === undefined ? body : `<Error><Code>${code}</Code><Message>-</Message></Error>`
  res.writeHead(status, { 'content-type': 'application/xml', ...headers }).end(text)
}

function cut(res: ServerResponse, { status, headers, body }: Forwarded): void {
  res.writeHead(status, { ...headers, 'content-length': body.length })
  res.write(body.subarray(0, body.length / 2), () => res.destroy())
}

function half({ status, headers, body }: Forwarded): Forwarded {
  const shown = Object.entries(headers).filter(
    ([name]) => !/^(x-amz-checksum|content-length)/.test(name),
  )
  const part = body.subarray(0, body.length / 2)
  return {
    status,
    headers: { ...Object.fromEntries(shown), 'content-length': String(part.length) },
    body: part,
  }
}

function drip(res: ServerResponse, { status, headers, body }: Forwarded): void {
  res.writeHead(status, { ...headers, 'content-length': body.length + 1e6 })
  const timer = setInterval(() => res.write(' '), 20)
  res.on('close', () => clearInterval(timer))
}
