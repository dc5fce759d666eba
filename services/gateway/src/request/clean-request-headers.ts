import type { IncomingHttpHeaders } from 'node:http'
import { HOP_BY_HOP, namedByConnection } from './hop-by-hop.ts'

/** Headers by which somebody behind the gateway could be told who calls, from where or for what. */
const RESERVED: ReadonlySet<string> = new Set([
  'authorization',
  'forwarded',
  'via',
  'x-forwarded',
  'x-request-id',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'true-client-ip',
  'client-ip',
  'cf-connecting-ip',
  'x-host',
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
  'x-user',
  'x-email',
  'x-groups',
  'x-identity',
  'x-roles',
  'x-username',
  'x-access-token',
  'remote-user',
])
const RESERVED_PREFIX =
  /^(?:x-landscape-|x-forwarded-|x-amzn-oidc-|x-original-|x-rewrite-|x-auth-|x-authenticated-|x-user-|x-remote-|x-envoy-|x-accel-|x-client-cert|x-goog-iap-|x-ms-client-principal|ssl-client-|cf-access-|tailscale-user-)/

/**
 * The client's headers without those that only the gateway may set, in any spelling (some readers
 * take `X_User_Id` or `X.User.Id` for `X-User-Id`), and without those of the connection.
 *
 * A copy: proxies leave out their own header hooks for some requests (`Expect`), so what must not
 * pass is gone before a proxy sees the request.
 */
export function cleanRequestHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const clean: IncomingHttpHeaders = {}
  const named = namedByConnection(headers.connection)
  for (const name of Object.keys(headers)) {
    if (!isRefused(name) && !named.includes(name)) clean[name] = headers[name]
  }
  return clean
}

function isRefused(name: string): boolean {
  const plain = /[_.]/.test(name) ? name.replaceAll(/[_.]/g, '-') : name
  return RESERVED.has(plain) || HOP_BY_HOP.has(plain) || RESERVED_PREFIX.test(plain)
}
