import { hash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { pathOf } from '@landscape/http/request/request-target'
import { sendEmpty } from '@landscape/http/responses/response-head'
import { SHARED_READ_HEADER } from '@landscape/http/request/shared-read'
import { setRoute } from '@landscape/http/request/begin-request'
import { IDENTITY_HEADER, SERVICE_HEADER } from '@landscape/runtime/identity/identity-token'
import type { GatewayRequest } from '../request/gateway-request.ts'
import type { RequestReader } from '../request/read-request.ts'
import { ownMember } from '@landscape/contracts/json'

/** Path at which another proxy requests a decision about a request that it received. */
const FORWARD_AUTH_PATH = '/auth'
/** Header with FORWARD_AUTH_SECRET: only the proxy may receive signed identities. */
const PROXY_SECRET_HEADER = 'x-landscape-proxy-secret'

/** The request that the proxy received. */
interface Original {
  method: string | undefined
  target: string | undefined
  /** The host that the client requested, where the proxy replaces `Host`. */
  host?: string | undefined
}

/** Headers in which nginx (as configured) and Traefik send the original request. */
const NGINX = { method: 'x-original-method', target: 'x-original-uri' } as const
const TRAEFIK = {
  method: 'x-forwarded-method',
  target: 'x-forwarded-uri',
  host: 'x-forwarded-host',
} as const

/** The headers that a service receives from the gateway instead of from the client. */
const GRANTED = [
  IDENTITY_HEADER,
  SERVICE_HEADER,
  'cookie',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
] as const

/** Headers that Envoy must remove when the decision has none: it only replaces those that exist. */
const NEVER_FROM_CLIENTS = [
  IDENTITY_HEADER,
  'cookie',
  PROXY_SECRET_HEADER,
  SHARED_READ_HEADER,
  'authorization',
  'x-amzn-oidc-data',
  'x-amzn-oidc-accesstoken',
]

interface ForwardAuth {
  isRequested: (req: IncomingMessage) => boolean
  /**
   * Replaces method and target by those of the original request, and reads it like any other.
   *
   * @throws DomainError `forbidden` for another sender, for a missing, duplicated or contradictory
   *   description, and for a path that no service has
   */
  read: RequestReader
  /** Responds with the headers for the service. */
  grant: (request: GatewayRequest) => void
}

/**
 * Forward authentication: decides about requests that another proxy forwards to the services.
 *
 * @param secret the secret of the proxy; without one no request is a request for a decision
 * @param options.tokenHeader another header with a token, which services must not receive
 */
export function createForwardAuth(
  secret: string | undefined,
  { readRequest, tokenHeader }: { readRequest: RequestReader; tokenHeader?: string | undefined },
): ForwardAuth {
  const neverFromClients =
    tokenHeader === undefined ? NEVER_FROM_CLIENTS : [...NEVER_FROM_CLIENTS, tokenHeader]
  const expected = secret === undefined ? undefined : digest(secret)
  const isProxy = (given: string | undefined) =>
    expected !== undefined && given !== undefined && timingSafeEqual(digest(given), expected)

  return {
    isRequested({ url }) {
      if (expected === undefined) return false
      const path = pathOf(url)
      return path === FORWARD_AUTH_PATH || path.startsWith(`${FORWARD_AUTH_PATH}/`)
    },
    read(req, res, address) {
      setRoute(res, FORWARD_AUTH_PATH)
      if (!isProxy(single(req, PROXY_SECRET_HEADER)))
        throw rejected('This path is for the proxy in front of the services', 'proxy secret')
      const { method, target, host } = originalOf(req)
      if (method === undefined || target === undefined) throw undescribed()
      req.method = method
      req.url = target
      if (host !== undefined) req.headers.host = host
      const request = readRequest(req, res, address)
      setRoute(res, FORWARD_AUTH_PATH)
      // The proxy forwards the target as it is, so an alias would reach a service that does not know it.
      if (isOfGateway(request) || req.url !== target)
        throw rejected('The gateway itself serves this path', 'path of the gateway')
      return request
    },
    grant({ req, res, prefix }) {
      req.headers[SERVICE_HEADER] = prefix?.service
      const granted = GRANTED.map((name) => [name, req.headers[name]] as const)
      const missing = neverFromClients.filter((name) => ownMember(req.headers, name) === undefined)
      sendEmpty(res, 200, {
        'cache-control': 'no-store',
        ...Object.fromEntries(granted),
        'x-envoy-auth-headers-to-remove': missing.join(','),
      })
    },
  }
}

/**
 * The error for a proxy: 401, 403, 429 and failures of the gateway remain. Proxies treat other statuses as
 * failures of their own, so they become 403.
 */
export function toRefusal(error: unknown): unknown {
  if (!(error instanceof DomainError) || KEPT.has(error.code)) return error
  const { message, faults, extensions, reason, cause } = error
  return new DomainError('forbidden', message, { faults, extensions, reason, cause })
}

const KEPT: ReadonlySet<string> = new Set([
  'unauthenticated',
  'forbidden',
  'rate-limited',
  'unavailable',
  'upstream-unavailable',
])

/**
 * The original request as exactly one of the proxies describes it: nginx and Traefik by headers, Envoy by the
 * path after `/auth` and its own method. A client could add the headers of another proxy.
 */
function originalOf(req: IncomingMessage): Original {
  const { method, url = '' } = req
  const forms = [NGINX, TRAEFIK].filter((names) =>
    [names.method, names.target].some((name) => req.headers[name] !== undefined),
  )
  const [headers, ...others] = forms
  if (pathOf(url) !== FORWARD_AUTH_PATH) {
    if (headers) throw undescribed()
    return { method, target: url.slice(FORWARD_AUTH_PATH.length) }
  }
  if (!headers || others.length > 0 || (method !== 'GET' && method !== 'HEAD')) throw undescribed()
  const original = { method: single(req, headers.method), target: single(req, headers.target) }
  if (headers === NGINX) return original
  const host = single(req, TRAEFIK.host)
  if (host === undefined) throw undescribed()
  return { ...original, host }
}

/** The value of a header that occurs exactly once. */
function single({ rawHeaders }: IncomingMessage, name: string): string | undefined {
  const values = rawHeaders.filter(
    (_, i) => i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === name,
  )
  return values.length === 1 ? values[0] : undefined
}

function isOfGateway({ prefix }: GatewayRequest): boolean {
  return prefix === undefined || prefix.service === 'gateway'
}

function undescribed(): DomainError {
  return rejected(
    'Send the original method and URI once: X-Original-*, X-Forwarded-*, or the path (Envoy)',
    'original request',
  )
}

function rejected(message: string, reason: string): DomainError {
  return new DomainError('forbidden', message, { reason })
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}
