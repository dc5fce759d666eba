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

/** What goes wrong with one request. */
export type Fault =
  /** Answered here; the store never sees it. */
  | AnswerFault
  /** The store does it, but the connection breaks before the reply. */
  | { kind: 'lose-reply' }
  /** The store does it, but no reply ever comes. */
  | { kind: 'swallow-reply' }
  /** The connection breaks, and only then the store gets it. */
  | { kind: 'arrive-late'; ms: number }
  /** Done and answered, and then the network delivers it once more. */
  | { kind: 'duplicate'; ms: number }
  /** Neither forwarded nor answered. */
  | { kind: 'black-hole' }
  /** The reply's body ends in the middle. */
  | { kind: 'cut-body' }
  /** The same, but nothing in the reply shows it: its length is that of the half, under the tag of the whole. */
  | { kind: 'cut-unseen' }
  /** The reply's body comes one byte at a time and never ends. */
  | { kind: 'drip' }

interface AnswerFault {
  kind: 'answer'
  status: number
  /** S3's error code; the body is then its XML. */
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
}

interface Exchange {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: Buffer
}

/** A proxy in front of an S3 server that lets requests fail as `faultOf` says. */
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
    const fault = script.faultOf({ method, path: decodeURIComponent(path), query, nth })
    switch (fault?.kind) {
      case undefined:
        return reply(res, await forward(exchange))
      case 'answer':
        return answer(res, fault)
      case 'lose-reply':
        await forward(exchange)
        return void res.destroy()
      case 'swallow-reply':
        await forward(exchange)
        return
      case 'arrive-late':
        res.destroy()
        return postpone(fault.ms, exchange)
      case 'duplicate':
        reply(res, await forward(exchange))
        return postpone(fault.ms, exchange)
      case 'black-hole':
        return
      case 'cut-body':
        return cut(res, await forward(exchange))
      case 'cut-unseen':
        return reply(res, half(await forward(exchange)))
      case 'drip':
        return drip(res, await forward(exchange))
    }
  }

  function postpone(ms: number, exchange: Exchange): void {
    late.push(sleep(ms).then(() => forward(exchange)))
  }

  async function forward({ method, url, headers, body }: Exchange) {
    // The very headers: the signature covers Host.
    const out = request(upstream + url, { method, headers, agent })
    out.end(body)
    const [answer] = (await once(out, 'response')) as [IncomingMessage]
    return { status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer) }
  }

  let port = 0
  /** Accepts connections (again), on the same port. */
  async function accept(): Promise<void> {
    if (server.listening) return
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }
  /** Refuses connections from now on. */
  async function refuse(): Promise<void> {
    await closed(server)
  }
  await accept()
  return {
    endpoint: `http://127.0.0.1:${port}`,
    /** How often each method was used. */
    calls,
    script,
    accept,
    refuse,
    /** Resolves when every late and duplicate request has reached the store. */
    settled: () => Promise.all(late),
    async close() {
      await Promise.allSettled(late)
      agent.destroy()
      if (server.listening) await closed(server)
    },
  }
}

type Answer = { status: number; headers: IncomingMessage['headers']; body: Buffer }

async function closed(server: Server): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}

function reply(res: ServerResponse, { status, headers, body }: Answer): void {
  res.writeHead(status, headers).end(body)
}

function answer(res: ServerResponse, { status, code, headers = {}, body }: AnswerFault): void {
  const text = code === undefined ? body : `<Error><Code>${code}</Code><Message>-</Message></Error>`
  res.writeHead(status, { 'content-type': 'application/xml', ...headers }).end(text)
}

function cut(res: ServerResponse, { status, headers, body }: Answer): void {
  res.writeHead(status, { ...headers, 'content-length': body.length })
  res.write(body.subarray(0, body.length / 2), () => res.destroy())
}

function half({ status, headers, body }: Answer): Answer {
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

function drip(res: ServerResponse, { status, headers, body }: Answer): void {
  res.writeHead(status, { ...headers, 'content-length': body.length + 1e6 })
  const timer = setInterval(() => res.write(' '), 20)
  res.on('close', () => clearInterval(timer))
}
