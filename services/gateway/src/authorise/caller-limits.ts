import type { ServerResponse } from 'node:http'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { Identity } from '@landscape/contracts/identity'
import { networkOf } from '@landscape/http/request/client-network'
import { pathOf } from '@landscape/http/request/request-target'
import { addHeaders } from '@landscape/http/responses/response-head'
import { PROBES } from '@landscape/http/request/begin-request'
import type { GatewayRequest } from '../request/gateway-request.ts'
import type { Prefix } from '../request/prefixes.ts'
import type { Counter, Hits } from './counter.ts'

/** The facts of a request that limits read; a malformed request has no prefix. */
export type RateLimitInput = Pick<GatewayRequest, 'req' | 'res' | 'address'> & {
  prefix?: Prefix | undefined
}

/**
 * Counts a request by identity, or else by address; synchronously where the counter is local.
 * Throws or rejects with `rate-limited` above the limit.
 */
export type CallerLimit = (
  request: RateLimitInput,
  identity: Identity | undefined,
) => Promise<void> | undefined

const MESSAGES = {
  general: 'Too many requests from this IP, please try again later.',
  admin: 'Too many admin requests from this IP, please try again later.',
  external: 'Too many requests to external APIs, please try again later.',
  health: 'Too many health check requests.',
}
type Group = keyof typeof MESSAGES
const TOO_MANY_CONCURRENT = 'Too many concurrent requests. Wait for responses before sending more.'

/** Applies several limits in order. */
export function allOf(...limits: readonly CallerLimit[]): CallerLimit {
  return (request, identity) => {
    let pending: Promise<void> | undefined
    for (const limit of limits)
      pending = pending ? pending.then(() => limit(request, identity)) : limit(request, identity)
    return pending
  }
}

/**
 * Limits requests per minute, rejected ones included; probes are not counted.
 * Responses have the headers of the IETF draft.
 *
 * @param maximum for each person, API key or address; 0 for no limit
 */
export function createRateLimit(maximum: number, counter: Counter): CallerLimit {
  const count = ({ res }: RateLimitInput, group: Group, { count, resetMs }: Hits): undefined => {
    const seconds = Math.ceil(resetMs / 1000)
    addHeaders(res, {
      'ratelimit-policy': `"minute";q=${maximum};w=60`,
      ratelimit: `"minute";r=${Math.max(0, maximum - count)};t=${seconds}`,
    })
    if (count > maximum) {
      throw new DomainError('rate-limited', MESSAGES[group], {
        reason: 'per minute',
        retryAfter: Math.max(1, seconds),
        extensions: { retryAfter: '1 minute' },
      })
    }
  }
  return (request, identity) => {
    if (maximum === 0 || isProbe(request)) return undefined
    const group = groupOf(request.prefix)
    const hits = counter.hit(`${group}:${callerOf(request, identity)}`)
    return hits instanceof Promise
      ? hits.then((known) => count(request, group, known))
      : count(request, group, hits)
  }
}

/**
 * Limits concurrent requests. A request counts from the identification of its caller, before its body is
 * buffered, until the response was sent or the connection closed.
 *
 * @param maximum 0 for no limit
 */
export function createConcurrencyLimit(maximum: number): CallerLimit {
  const inFlight = new Map<string, number>()
  const release = (caller: string) => {
    const left = (inFlight.get(caller) ?? 1) - 1
    if (left === 0) inFlight.delete(caller)
    else inFlight.set(caller, left)
  }
  return (request, identity) => {
    // A client that has left does not emit `close` again.
    if (maximum === 0 || isProbe(request) || isOver(request.res)) return undefined
    const caller = callerOf(request, identity)
    const count = inFlight.get(caller) ?? 0
    if (count >= maximum)
      throw new DomainError('rate-limited', TOO_MANY_CONCURRENT, {
        reason: 'at once',
        retryAfter: 1,
      })
    inFlight.set(caller, count + 1)
    request.res.on('close', () => release(caller))
    return undefined
  }
}

function isOver(res: ServerResponse): boolean {
  return res.closed || res.destroyed
}

/** Probes would report a rate limit as a failing gateway. */
function isProbe({ req }: RateLimitInput): boolean {
  const isRead = req.method === 'GET' || req.method === 'HEAD'
  return isRead && PROBES.has(pathOf(req.url))
}

function callerOf({ address }: RateLimitInput, identity: Identity | undefined): string {
  return identity ? `id:${identity.subject}` : `ip:${networkOf(address)}`
}

function groupOf(prefix: Prefix | undefined): Group {
  if (prefix?.path === '/api/health') return 'health'
  if (prefix?.service === 'admin-review') return 'admin'
  return prefix?.service === 'assistant' ? 'external' : 'general'
}
