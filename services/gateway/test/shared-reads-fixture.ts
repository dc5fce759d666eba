import {
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import { text } from 'node:stream/consumers'
import { gatewayApp, listen, type GatewayOptions } from './gateway-fixture.ts'

export const PATH = '/api/banners'
export const SHARED = { 'cache-control': 'public, no-cache', vary: 'Accept-Encoding' }

interface Version {
  text: string
  tag: string
  /** Headers of each response; `undefined` removes one. */
  headers: Record<string, string | string[] | undefined>
}

/** Starts a gateway with a service of one document that records its requests. */
export async function startSharedReads(
  options: GatewayOptions & { headers?: Version['headers'] } = {},
) {
  const { headers = {}, ...deps } = options
  const version: Version = { text: 'first', tag: 'W/"1"', headers }
  const received: { headers: IncomingMessage['headers']; method: string; url: string }[] = []
  /** `hold` delays a response after the version was read; `instead` replaces the response. */
  const script: { hold?: Promise<unknown> | undefined; instead?: RequestListener | undefined } = {}
  const respond = async (req: IncomingMessage, res: ServerResponse) => {
    if (req.url === '/livez') return void res.end()
    received.push({ headers: req.headers, method: req.method ?? '', url: req.url ?? '' })
    const { text: body, tag, headers: own } = version
    const { instead } = script
    await script.hold
    if (instead) return instead(req, res)
    const all = { ...SHARED, etag: tag, 'content-type': 'text/plain', ...own }
    for (const [name, value] of Object.entries(all))
      if (value !== undefined) res.setHeader(name, value)
    const isKnown = req.headers['if-none-match'] === tag
    if (!isKnown) res.setHeader('content-length', Buffer.byteLength(body))
    res.setHeader('x-request-id', req.headers['x-request-id'] ?? '')
    res.writeHead(isKnown ? 304 : 200).end(isKnown ? undefined : body)
  }
  const service = await listen((req, res) => void respond(req, res))
  const { app, lines } = gatewayApp({ upstreams: { data: service.url }, ...deps })
  const { url, port } = await listen(app)
  const get = async (own: Record<string, string> = {}, path = PATH, method = 'GET') => {
    const call = httpRequest(url + path, { method, headers: own, agent: false }).end()
    const res = await new Promise<IncomingMessage>((resolve, reject) => {
      call.once('response', resolve).once('error', reject)
    })
    return { status: res.statusCode, headers: res.headers, text: await text(res) }
  }
  /** Caches the response, which takes two requests. */
  const warm = async (own: Record<string, string> = {}) => {
    await get(own)
    await get(own)
    received.length = 0
  }
  return { get, warm, version, received, script, lines, port }
}

export const three = <T>(one: T) => [one, one, one]
export const held = () => Promise.withResolvers<void>()
