import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createCodeFlow, isLocalAddress } from './authorization-code.ts'
import { createProviderIssuer, discoveryDocument } from './local-provider.ts'
import type { Pool } from './local-pool.ts'
import type { Person, TokenIssuer } from './token-issuer.ts'

const MAX_BODY = 10_000

/**
 * Creates a local identity provider for development and tests. It serves public keys and a discovery
 * document, and issues a token to every local caller, directly or by a code.
 */
export function createDevIdp(pool: Pool, issuer: TokenIssuer): RequestListener {
  const keySetPath = `/${pool.userPoolId}/.well-known/jwks.json`
  const codeFlow = createCodeFlow()
  const keyPath = /^\/load-balancer-keys\/([\w-]+)$/

  const respond = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    if (!isLocal(req)) return send(res, 403, { error: 'Only for this machine' })
    const { origin } = req.headers
    const { pathname: path, searchParams } = new URL(req.url ?? '', 'http://localhost')
    if (origin !== undefined) res.setHeader('access-control-allow-origin', origin)
    if (req.method === 'GET' && path === keySetPath) return send(res, 200, issuer.keySet())
    if (req.method === 'GET' && path === '/.well-known/openid-configuration')
      return send(res, 200, discoveryDocument(`http://${req.headers.host}`, keySetPath))
    const kid = keyPath.exec(path)?.[1]
    if (req.method === 'GET' && kid !== undefined) {
      const pem = issuer.loadBalancerKey(kid)
      return pem === undefined ? send(res, 404, { error: 'No such key' }) : send(res, 200, pem)
    }
    if (req.method === 'GET' && path === '/authorize') {
      const next = codeFlow.authorize(searchParams)
      if (next && 'location' in next) return void res.writeHead(302, next).end()
      return next
        ? send(res, 200, next.page, 'text/html')
        : send(res, 400, { error: 'invalid_request' })
    }
    if (req.method === 'POST' && path === '/token') {
      const ofProvider = createProviderIssuer(issuer, `http://${req.headers.host}`)
      const token = codeFlow.redeem(new URLSearchParams(await textOf(req)), ofProvider)
      return token === undefined
        ? send(res, 400, { error: 'invalid_grant' })
        : send(res, 200, { id_token: token, token_type: 'Bearer' })
    }
    if (req.method === 'POST' && path === '/tokens' && origin === undefined) {
      const person = personIn(await textOf(req))
      return person
        ? send(res, 200, issuer.headersFor(person))
        : send(res, 400, { error: 'Expected {"email": "…", "groups": ["…"]}' })
    }
    return send(res, 404, { error: 'Not found' })
  }
  return (req, res) => {
    respond(req, res).catch(() => res.destroy())
  }
}

/** Whether the request is local and not from a page of another site, including DNS rebinding. */
function isLocal({ headers, socket }: IncomingMessage): boolean {
  const loopback = /^(?:::1|(?:::ffff:)?127(?:\.\d+){3})$/.test(socket.remoteAddress ?? '')
  const byName = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/.test(headers.host ?? '')
  return loopback && byName && isLocalAddress(headers.origin ?? 'http://localhost')
}

async function textOf(req: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of req) {
    text += String(chunk)
    if (text.length > MAX_BODY) throw new Error('body too large')
  }
  return text
}

function personIn(text: string): Person | undefined {
  try {
    const {
      email,
      groups = [],
      subject,
    } = JSON.parse(text) as Partial<Record<keyof Person, unknown>>
    const isPerson =
      typeof email === 'string' &&
      email.includes('@') &&
      Array.isArray(groups) &&
      groups.every((group) => typeof group === 'string')
    if (!isPerson) return undefined
    return { email, groups, ...(typeof subject === 'string' && { subject }) }
  } catch {
    return undefined
  }
}

function send(
  res: ServerResponse,
  status: number,
  body: object | string,
  textType = 'text/plain',
): void {
  const isText = typeof body === 'string'
  res.writeHead(status, { 'content-type': isText ? textType : 'application/json' })
  res.end(isText ? body : JSON.stringify(body))
}
