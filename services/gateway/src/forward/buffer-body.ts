import { BODY_SIZES } from '@landscape/contracts/body-sizes'
import {
  assertContentLength,
  assertUncompressed,
  createByteBudget,
  hasBody,
  readUpTo,
  payloadTooLarge,
} from '@landscape/http/request/request-body'
import { pathOf } from '@landscape/http/request/request-target'
import { BODY_BYTES } from '@landscape/http/route/route'
import type { GatewayRequest } from '../request/gateway-request.ts'
import { createPrefixFinder } from '../request/prefixes.ts'

/** Maximum size of a body that is buffered completely; a longer one is streamed. */
const MAX_BUFFERED_BYTES = 256 * 1024
/** Maximum size of all buffered bodies. */
const MAX_TOTAL_BYTES = 64 * 1024 * 1024

/** Paths whose bodies are not of the size `medium`. */
const SIZES = Object.entries(BODY_SIZES).map(([path, size]) => ({ path, size }))

export interface BodyLimits {
  /** Maximum size of a document in bytes. */
  document: number
  /** Maximum size of all buffered bodies in bytes. */
  total?: number
}

/**
 * Buffers bodies before their requests take a slot of a service, so that a slow client does not hold one:
 * a body of up to 256 KB completely, of a longer one the first 256 KB. Only received bytes count.
 *
 * The step rejects with `unsupported-media-type` for a compressed body, `payload-too-large`, or
 * `unavailable` when the buffers are full.
 */
export function createBodyBuffer({ document, total = MAX_TOTAL_BYTES }: BodyLimits) {
  const find = createPrefixFinder(SIZES)
  const maximumOf = (target: string) => {
    const { size = 'medium' } = find(pathOf(target)) ?? {}
    return size === 'document' ? document : BODY_BYTES[size]
  }
  const budget = createByteBudget(total)

  const bufferBody = async (request: GatewayRequest): Promise<void> => {
    const { req, res } = request
    const maximum = maximumOf(req.url ?? '')
    assertUncompressed(req, res)
    assertContentLength(req, maximum)
    const upTo = Math.min(maximum, MAX_BUFFERED_BYTES)
    const { bytes, isComplete } = await readUpTo(req, upTo, budget(res))
    if (!isComplete && bytes.length > maximum) throw payloadTooLarge(maximum)
    if (isComplete) request.body = bytes
    else req.unshift(bytes)
  }
  return (request: GatewayRequest): Promise<void> | undefined =>
    hasBody(request.req) ? bufferBody(request) : undefined
}
