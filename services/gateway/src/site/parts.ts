import type { IncomingHttpHeaders } from 'node:http'
import { DomainError, type Identity } from '@landscape/contracts'
import { pathOf } from '@landscape/http'
import type { createAdmission } from '../auth/admission.ts'
import type { UpstreamResponse } from '../proxy/upstream-response.ts'
import { requestService, readText } from '../proxy/request-service.ts'
import type { Upstreams } from '../proxy/upstream.ts'
import { createPrefixFinder, type Prefix } from '../proxy/prefixes.ts'

export interface PartDeps {
  prefixes: readonly Prefix[]
  upstreams: Upstreams
  /** Decides who may come, and makes the caller out to the service, as for every other request. */
  admit: ReturnType<typeof createAdmission>
}

/** The request of the page that a part belongs to. */
interface RequestContext {
  identity: Identity | undefined
  address: string | undefined
  requestId: string
}

/** Why a part is missing. */
export interface Refused {
  refusal: 'sign-in' | 'forbidden' | 'away'
}
/** The body of a service's response, or why it is missing. */
export type Part = { text: string } | Refused

/** Reads a path of a service as the caller would, with the media type that the response must have. */
export type ReadPart = (path: string, mediaType: string, context: RequestContext) => Promise<Part>

const TIMEOUT_MS = 3_000
const MAX_BYTES = 2 * 1024 * 1024

/**
 * Requests the parts of the landing page from the services, with the access and the signed identity of the
 * caller. It never rejects: a part that is unavailable has a reason instead.
 */
export function createPartReader({ prefixes, upstreams, admit }: PartDeps): ReadPart {
  const findPrefix = createPrefixFinder(prefixes)
  const read = async (path: string, mediaType: string, context: RequestContext): Promise<Part> => {
    const prefix = findPrefix(pathOf(path))
    const service = prefix?.service ?? 'gateway'
    if (service === 'gateway') return { refusal: 'away' }
    const { requestId, address } = context
    const headers: IncomingHttpHeaders = {
      accept: mediaType,
      'x-request-id': requestId,
      ...(address !== undefined && { 'x-forwarded-for': address }),
    }
    await admit({ req: { headers }, prefix }, context.identity)
    const request = { path, headers, signal: AbortSignal.timeout(TIMEOUT_MS) }
    return await requestService(upstreams[service], request, (answer) => partOf(answer, mediaType))
  }
  return (path, mediaType, context) =>
    read(path, mediaType, context).catch((error: unknown) => ({ refusal: refusalIn(error) }))
}

async function partOf(answer: UpstreamResponse, mediaType: string): Promise<Part> {
  const type = answer.headers['content-type']?.split(';', 1)[0]
  if (answer.statusCode === 200 && type === mediaType) {
    const text = await readText(answer, MAX_BYTES)
    return text === undefined ? { refusal: 'away' } : { text }
  }
  answer.resume()
  if (answer.statusCode === 401) return { refusal: 'sign-in' }
  return { refusal: answer.statusCode === 403 ? 'forbidden' : 'away' }
}

function refusalIn(error: unknown): Refused['refusal'] {
  if (!(error instanceof DomainError)) return 'away'
  if (error.code === 'unauthenticated') return 'sign-in'
  return error.code === 'forbidden' ? 'forbidden' : 'away'
}
