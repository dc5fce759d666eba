import { isIPv6 } from 'node:net'
import { DomainError } from '@landscape/errors'
import type { Identity } from '@landscape/identity'
import type { GatewayRequest } from '../request/gateway-request.ts'
import type { Prefix } from '../request/prefixes.ts'
import type { Counter } from './counter.ts'

const TEXTS = {
  general: 'Too many requests from this IP, please try again later.',
  admin: 'Too many admin requests from this IP, please try again later.',
  external: 'Too many requests to external APIs, please try again later.',
}

/** Asked by load balancers and orchestrators, whom a limit would mistake for a failing gateway. */
const PROBES: ReadonlySet<string> = new Set(['/livez', '/readyz', '/metrics', '/api/health'])

/** Counts a request of a caller, by identity or else by address. */
export type RateLimit = (request: GatewayRequest, identity: Identity | undefined) => Promise<void>

/**
 * Limits requests a minute, also those under no prefix. Probes are not counted.
 * The limit rejects with `rate-limited`; answers carry the headers of the IETF draft.
 *
 * @param perMinute 0 for no limit
 */
export function createRateLimit(perMinute: number, counter: Counter): RateLimit {
  const policy = `"minute";q=${perMinute};w=60`
  return async ({ req, res, prefix, address }, identity) => {
    if (perMinute === 0 || PROBES.has(prefix?.path ?? pathOf(req.url))) return
    const group = groupOf(prefix)
    const caller = identity ? `id:${identity.subject}` : `ip:${networkOf(address)}`
    const { count, resetMs } = await counter.hit(`${group}:${caller}`)
    const seconds = Math.ceil(resetMs / 1000)
    res.setHeader('ratelimit-policy', policy)
    res.setHeader('ratelimit', `"minute";r=${Math.max(0, perMinute - count)};t=${seconds}`)
    if (count > perMinute) {
      throw new DomainError('rate-limited', TEXTS[group], {
        retryAfter: Math.max(1, seconds),
        extensions: { retryAfter: '1 minute' },
      })
    }
  }
}

function pathOf(target = ''): string {
  return target.split('?', 1)[0] ?? ''
}

function groupOf(prefix: Prefix | undefined): keyof typeof TEXTS {
  if (prefix?.service === 'admin-review') return 'admin'
  return prefix?.service === 'assistant' ? 'external' : 'general'
}

/** One household has a whole /64 of IPv6 addresses. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const front = head.split(':').filter((part) => part !== '')
  const back = (tail ?? '').split(':').filter((part) => part !== '')
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length
  return [...front, ...Array<string>(zeros).fill('0'), ...back].slice(0, 4).join(':')
}
