import type { IncomingHttpHeaders } from 'node:http'
import { DomainError } from '@landscape/contracts'
import { entityTag } from '@landscape/store'
import { type Reply, respondStored, staleHeaders } from '@landscape/http'
import { findProject } from '../registry/find-projects.ts'
import type { Caller } from '../registry/ownership.ts'
import type { Project } from '../registry/project.ts'
import type { Registry } from '../registry/registry.ts'
import { wholeProject } from '../registry/whole-project.ts'
import { projectPath } from './project-path.ts'

/** Personal answers: no shared cache keeps them, and no cache uses one without asking. */
export function readHeaders(staleSeconds: number | undefined): Record<string, string> {
  return { 'cache-control': 'private, no-cache', ...staleHeaders(staleSeconds) }
}

/** The project that is asked for, by whom, and whether with all that existing clients look into. */
interface Wanted {
  name: string
  caller: Caller
  existingClients: boolean
}

/**
 * Answers the caller's project of a name, or 304 when the caller has this version. The tag is that of
 * what is stored, as an edit compares it.
 *
 * @throws DomainError `not-found`
 */
export async function projectReply(
  { projects, staleSeconds }: Awaited<ReturnType<Registry['read']>>,
  { name, caller, existingClients }: Wanted,
  headers: IncomingHttpHeaders,
): Promise<Reply<Project>> {
  const project = findProject(projects, name, caller)
  if (!project) throw new DomainError('not-found', 'Project not found')
  return respondStored(headers, project, {
    staleSeconds,
    isPersonal: true,
    shown: existingClients ? wholeProject(project) : project,
  })
}

/**
 * The tag of a record that was just stored, unless it is anything but what the client sent: a client
 * would keep what it sent under the tag of something else (RFC 9110 §9.3.4).
 */
export function etagIfStoredAsSent(sent: unknown, record: Project): Record<string, string> {
  const etag = entityTag(record)
  return entityTag(sent) === etag ? { etag } : {}
}

/** Leads to the change that an edit of a project overwrote (RFC 5829 §3.6); nothing when none is known. */
export function predecessorLink(name: string, change: string | undefined): Record<string, string> {
  if (change === undefined) return {}
  const path = `${projectPath(name)}/history/${encodeURIComponent(change)}`
  return { link: `<${path}>; rel="predecessor-version"` }
}
