import { DomainError } from '@landscape/errors'
import { SERVICE_HEADER, type Identity } from '@landscape/identity'
import type { createAdmission } from '../../identity/admission.ts'
import { createAddressBook, type Lookup } from '../../proxy/address-book.ts'
import { createPrefixFinder, type Prefix, type UpstreamName } from '../../request/prefixes.ts'
import { boundedText } from '../bounded-text.ts'

export interface PartDeps {
  prefixes: readonly Prefix[]
  /** Address of each service. */
  upstreams: Readonly<Record<UpstreamName, string>>
  /** Decides who may come, and makes the caller out to the service, as for every other request. */
  admit: ReturnType<typeof createAdmission>
  ask: typeof fetch
  /** Finds the addresses of a service's name; the system's way when absent. */
  lookup?: Lookup | undefined
}

/** For whom a part of a page is asked. */
export interface Asking {
  identity: Identity | undefined
  address: string | undefined
  requestId: string
}

/** What a service answered, or why there is nothing to show. */
export type Part = { text: string } | { refusal: 'sign-in' | 'forbidden' | 'away' }

/** Reads a part of a page: a path of a service, as the caller would, and of which media type the answer has to be. */
export type ReadPart = (path: string, mediaType: string, asking: Asking) => Promise<Part>

const TIMEOUT_MS = 3_000
const MAX_BYTES = 2 * 1024 * 1024
/** Replicas that are tried, one after the other. */
const MAX_REPLICAS = 3

/**
 * Asks the services for what the gateway's own page shows, under the access table and with the signed
 * identity of the caller. It never rejects: a part that cannot be had says so.
 */
export function createPartReader({ prefixes, upstreams, admit, ask, lookup }: PartDeps): ReadPart {
  const findPrefix = createPrefixFinder(prefixes)
  const books = Object.fromEntries(
    Object.entries(upstreams).map(([name, url]) => [name, createAddressBook(new URL(url), lookup)]),
  )
  const read = async (path: string, mediaType: string, asking: Asking): Promise<Part> => {
    const prefix = findPrefix(path.split('?', 1)[0] ?? '')
    const service = prefix?.service ?? 'gateway'
    const req = { headers: headersFor(asking, service, mediaType) }
    await admit({ req, prefix }, asking.identity)
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    for (const replica of ((await books[service]?.addresses()) ?? []).slice(0, MAX_REPLICAS)) {
      const options = { headers: req.headers, signal, redirect: 'error' } as const
      const answer = await ask(new URL(path, replica), options).catch(() => undefined)
      if (answer) return await partOf(answer, mediaType)
    }
    return { refusal: 'away' }
  }
  return (path, mediaType, asking) =>
    read(path, mediaType, asking).catch((error: unknown) => ({ refusal: refusalIn(error) }))
}

function headersFor({ address, requestId }: Asking, service: string, mediaType: string) {
  const headers: Record<string, string> = {
    accept: mediaType,
    'x-request-id': requestId,
    [SERVICE_HEADER]: service,
  }
  if (address !== undefined) headers['x-forwarded-for'] = address
  return headers
}

async function partOf(answer: Response, mediaType: string): Promise<Part> {
  const type = answer.headers.get('content-type')?.split(';', 1)[0]
  if (answer.status === 200 && type === mediaType) {
    return { text: await boundedText(answer, MAX_BYTES) }
  }
  await answer.body?.cancel()
  if (answer.status === 401) return { refusal: 'sign-in' }
  return { refusal: answer.status === 403 ? 'forbidden' : 'away' }
}

function refusalIn(error: unknown): 'sign-in' | 'forbidden' | 'away' {
  if (!(error instanceof DomainError)) return 'away'
  if (error.code === 'unauthenticated') return 'sign-in'
  return error.code === 'forbidden' ? 'forbidden' : 'away'
}
