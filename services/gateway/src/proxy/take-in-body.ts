import { BODY_SIZES } from '@landscape/contracts'
import {
  assertAnnounced,
  assertNoCoding,
  BODY_BYTES,
  createByteBudget,
  hasBody,
  readUpTo,
  tooLarge,
  pathOf,
} from '@landscape/http'
import type { GatewayRequest } from './gateway-request.ts'
import { createPrefixFinder } from './prefixes.ts'

/** What has to have come of a body before its request takes one of the places of a service. */
const WAITED_FOR = 256 * 1024
/** Bytes of all bodies together that the gateway keeps; one caller has few requests under way. */
const KEPT = 64 * 1024 * 1024

/** Elsewhere a body is a `form`. */
const SIZES = Object.entries(BODY_SIZES).map(([path, size]) => ({ path, size }))

export interface BodyLimits {
  /** Maximum size of a whole document in bytes. */
  document: number
  /** Maximum size of all bodies that are kept at a time, in bytes. */
  kept?: number
}

/**
 * Takes bodies in before their requests take a place of a service, so that whoever sends slowly, or
 * never to the end, holds nobody up: a body of up to 256 KB whole, of a longer one so much; the rest
 * is streamed. Only what has come counts, not what was announced.
 *
 * The step rejects with `unsupported-media-type` for a compressed body, `payload-too-large`, or
 * `unavailable` when there is no room for what comes.
 */
export function createBodyIntake({ document, kept = KEPT }: BodyLimits) {
  const find = createPrefixFinder(SIZES)
  const maximumOf = (target: string) => {
    const { size = 'form' } = find(pathOf(target)) ?? {}
    return size === 'document' ? document : BODY_BYTES[size]
  }
  const budget = createByteBudget(kept)

  const takeIn = async (request: GatewayRequest): Promise<void> => {
    const { req, res } = request
    const maximum = maximumOf(req.url ?? '')
    assertNoCoding(req, res)
    assertAnnounced(req, maximum)
    const { bytes, isWhole } = await readUpTo(req, Math.min(maximum, WAITED_FOR), budget(res))
    if (!isWhole && bytes.length > maximum) throw tooLarge(maximum)
    if (isWhole) request.body = bytes
    else req.unshift(bytes)
  }
  return (request: GatewayRequest): Promise<void> | undefined =>
    hasBody(request.req) ? takeIn(request) : undefined
}
