import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { Identity } from '@landscape/contracts/identity'
import type { MissingPart, ServiceReply } from './landing-page.ts'
import { pathOf } from '@landscape/http/request/request-target'
import type { createAdmission } from '../authorise/admission.ts'
import { requestService, readText } from '../forward/request-service.ts'
import type { Upstreams } from '../forward/upstream.ts'
import { createPrefixFinder, type Prefix } from '../request/prefixes.ts'

export interface PartDeps {
  prefixes: readonly Prefix[]
  upstreams: Upstreams
  /** Checks the caller's access, and sets the signed identity for the service. */
  admit: ReturnType<typeof createAdmission>
}

/** The page request that a part belongs to. */
interface RequestContext {
  identity: Identity | undefined
  address: string | undefined
  requestId: string
}

/** Reads a path of a service as the caller would, with the media type that the response must have. */
export type ReadPart = (
  path: string,
  mediaType: string,
  context: RequestContext,
) => Promise<ServiceReply>

const TIMEOUT_MS = 3_000
const MAX_BYTES = 2 * 1024 * 1024

/**
 * Requests the parts of the landing page from the services, with the access and the signed identity of the
 * caller. It never rejects: a part that is unavailable has a reason instead.
 */
export function createPartReader({ prefixes, upstreams, admit }: PartDeps): ReadPart {
  const findPrefix = createPrefixFinder(prefixes)
  const read = async (
    path: string,
    mediaType: string,
    context: RequestContext,
  ): Promise<ServiceReply> => {
    const prefix = findPrefix(pathOf(path))
    const service = prefix?.service ?? 'gateway'
    if (service === 'gateway') return { missing: 'unavailable' }
    const { requestId, address } = context
    const headers: IncomingHttpHeaders = {
      accept: mediaType,
      'x-request-id': requestId,
      ...(address !== undefined && { 'x-forwarded-for': address }),
    }
    await admit({ req: { headers, method: 'GET', url: path }, prefix }, context.identity)
    const request = { path, headers, signal: AbortSignal.timeout(TIMEOUT_MS) }
    return await requestService(upstreams[service], request, (response) =>
      partOf(response, mediaType),
    )
  }
  return (path, mediaType, context) =>
    read(path, mediaType, context).catch((error: unknown) => ({ missing: reasonOf(error) }))
}

const MISSING: Readonly<Record<number, MissingPart['missing']>> = {
  401: 'sign-in',
  403: 'forbidden',
  404: 'absent',
  // A source that is not set up has nothing.
  501: 'absent',
}

async function partOf(response: IncomingMessage, mediaType: string): Promise<ServiceReply> {
  const type = response.headers['content-type']?.split(';', 1)[0]
  if (response.statusCode === 200 && type === mediaType) {
    const text = await readText(response, MAX_BYTES)
    return text === undefined ? { missing: 'unavailable' } : { text }
  }
  response.resume()
  return { missing: MISSING[response.statusCode ?? 0] ?? 'unavailable' }
}

function reasonOf(error: unknown): MissingPart['missing'] {
  if (!(error instanceof DomainError)) return 'unavailable'
  if (error.code === 'unauthenticated') return 'sign-in'
  return error.code === 'forbidden' ? 'forbidden' : 'unavailable'
}
