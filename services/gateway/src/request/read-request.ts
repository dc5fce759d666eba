import type { IncomingMessage, ServerResponse } from 'node:http'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { pathOf } from '@landscape/http/request/request-target'
import { requestIdOf, setRoute } from '@landscape/http/request/begin-request'
import { credentialsIn } from './credentials.ts'
import type { GatewayRequest } from './gateway-request.ts'
import { assertSafeTarget } from './assert-safe-target.ts'
import { assertUnambiguous } from './assert-unambiguous.ts'
import { createAliasReader, createPrefixFinder, type Alias, type Prefix } from './prefixes.ts'
import { serviceHeaders } from './headers.ts'

interface RequestReaderDeps {
  prefixes: readonly Prefix[]
  /** Other names of prefixes. */
  aliases?: readonly Alias[]
  /** Number of proxies in front whose `X-Forwarded-*` entries are true. */
  trustedProxies: number
  /** Lower-case name of the header in which a proxy passes the caller's token; none when absent. */
  tokenHeader?: string | undefined
}

/** Reads a request from a client at an address; throws DomainErrors. */
export type RequestReader = (
  req: IncomingMessage,
  res: ServerResponse,
  address: string,
) => GatewayRequest

/** Maximum length of a request target in characters; legitimate ones list repositories by name. */
const MAX_TARGET = 16 * 1024

/**
 * Reads a request; an alias in its path is replaced. Rejects ambiguous messages, removes the tokens, and
 * replaces every header about the caller or the connection.
 */
export function createRequestReader({
  prefixes,
  aliases = [],
  trustedProxies,
  tokenHeader,
}: RequestReaderDeps): RequestReader {
  const withoutAlias = createAliasReader(aliases)
  const findPrefix = createPrefixFinder(prefixes)
  return (req, res, address) => {
    const received = req.url ?? ''
    if (received.length > MAX_TARGET) {
      throw new DomainError('target-too-long', 'Request target is too long')
    }
    assertUnambiguous(req, res)
    assertSafeTarget(received)
    const target = withoutAlias(received)
    req.url = target
    const prefix = findPrefix(pathOf(target))
    if (prefix) setRoute(res, prefix.path === '/' ? '/' : `${prefix.path}/*`)
    const given = req.headers
    req.headers = serviceHeaders(given, {
      requestId: requestIdOf(res),
      address,
      protocol: protocol(given['x-forwarded-proto'], trustedProxies),
      prefix,
    })
    return { req, res, prefix, address, credentials: credentialsIn(given, tokenHeader) }
  }
}

function protocol(
  forwarded: string | string[] | undefined,
  trustedProxies: number,
): 'http' | 'https' {
  return trustedProxies > 0 && forwarded === 'https' ? 'https' : 'http'
}
