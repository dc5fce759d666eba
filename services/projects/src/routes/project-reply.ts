import type { IncomingHttpHeaders } from 'node:http'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { entityTag } from '@landscape/store/documents/entity-tag'
import { respondStored, staleHeaders } from '@landscape/http/responses/conditional-read'
import type { Reply } from '@landscape/http/responses/reply'
import { PRIVATE } from '@landscape/http/request/shared-read'
import { findProject } from '../registry/find-projects.ts'
import type { Caller } from '../registry/ownership.ts'
import { publicProject, type Project } from '../registry/project.ts'
import type { Registry } from '../registry/registry.ts'
import { completeProject } from '../registry/complete-project.ts'

/** Headers of personal responses: stored only by private caches and always revalidated. */
export function readHeaders(staleSeconds: number | undefined): Record<string, string> {
  return { 'cache-control': PRIVATE, ...staleHeaders(staleSeconds) }
}

/** The requested project; complete for existing clients. */
interface Wanted {
  name: string
  caller: Caller
  existingClients: boolean
}

/**
 * The caller's project of a name, or 304. The ETag is that of the stored form, which edits compare.
 *
 * @throws DomainError `not-found`
 */
export async function projectReply(
  { projects, staleSeconds }: Awaited<ReturnType<Registry['read']>>,
  { name, caller, existingClients }: Wanted,
  headers: IncomingHttpHeaders,
): Promise<Reply<Project>> {
  const found = findProject(projects, name, caller)
  if (!found) throw new DomainError('not-found', 'Project not found')
  const project = publicProject(found.project.raw)
  return respondStored(headers, project, {
    staleSeconds,
    isPersonal: true,
    shown: existingClients ? completeProject(project) : project,
  })
}

/**
 * The ETag of a new version, only when it equals the body that the client sent (RFC 9110 §9.3.4).
 */
export function etagIfStoredAsSent(sent: unknown, record: Project): Record<string, string> {
  const etag = entityTag(record)
  return entityTag(sent) === etag ? { etag } : {}
}
