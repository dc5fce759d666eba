import { faultsOf } from '@landscape/contracts/errors/faults'
import { safeValidate } from '@landscape/contracts/errors/validated'
import type { Logger } from '@landscape/contracts/logger'
import { z } from 'zod'
import { requestService, readText } from '../forward/request-service.ts'
import type { Upstream } from '../forward/upstream.ts'
import type { ApiDescription } from './merge-descriptions.ts'

const TIMEOUT_MS = 2_000
const MAX_BYTES = 4 * 1024 * 1024

const Operation = z.looseObject({
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  responses: z
    .record(
      z.string(),
      z.looseObject({
        description: z.string(),
        headers: z.record(z.string(), z.unknown()).optional(),
        content: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .optional(),
})
const Operations = z.partialRecord(z.enum(['get', 'post', 'put', 'delete']), Operation)

/** The members of an OpenAPI description that the merge reads. */
const Described = z.looseObject({
  openapi: z.string().startsWith('3.1.'),
  info: z.looseObject({ title: z.string(), version: z.string() }),
  paths: z.record(z.string().startsWith('/'), Operations).optional(),
  components: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
})

/**
 * Fetches the OpenAPI descriptions of the services. An unavailable service is omitted, and so is an invalid
 * description, with a line in the log. Never rejects.
 */
export async function fetchDescriptions(
  upstreams: readonly Upstream[],
  logger: Logger,
): Promise<ApiDescription[]> {
  const found = await Promise.all(
    upstreams.map(async (upstream) => {
      const document = await fetchDescription(upstream).catch(() => undefined)
      if (!document) return []
      const { description, fault } = read(document.text)
      if (description) return [description]
      const { service } = upstream
      logger.warn({ service, fault }, 'invalid OpenAPI document; its routes are omitted')
      return []
    }),
  )
  return found.flat()
}

/** The body of a 200, without a `text` when it is too long; undefined for any other response. */
async function fetchDescription(
  upstream: Upstream,
): Promise<{ text?: string | undefined } | undefined> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const request = { path: '/openapi.json', headers: {}, signal }
  return requestService(upstream, request, async (response) => {
    if (response.statusCode === 200) return { text: await readText(response, MAX_BYTES) }
    response.resume()
    return undefined
  })
}

function read(text: string | undefined): { description?: ApiDescription; fault?: string } {
  if (text === undefined) return { fault: `exceeds ${MAX_BYTES} bytes` }
  const value = parsed(text)
  if (value === undefined) return { fault: 'is not JSON' }
  const { data, error } = safeValidate(Described, value)
  // The validated copy would have its members in another order.
  if (data) return { description: value as typeof data }
  const [first] = faultsOf(error ?? { issues: [] }, value)
  return { fault: `/${(first?.path ?? []).join('/')} ${first?.detail}` }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
