import { DomainError } from '@landscape/errors'
import { entityTag, matchesAny, reply, staleHeaders, type Reply } from '@landscape/http'
import { findProject } from '../registry/find-project.ts'
import type { Caller } from '../registry/ownership.ts'
import { asRecord, publicProject } from '../registry/project.ts'
import type { Registry } from '../registry/registry.ts'

/** Personal answers: no shared cache keeps them, and no cache uses one without asking. */
export function readHeaders(staleSeconds: number | undefined): Record<string, string> {
  return { 'cache-control': 'private, no-cache', ...staleHeaders(staleSeconds) }
}

/**
 * Answers the caller's project of a name, or 304 when the caller has this version.
 * @throws DomainError `not-found`
 */
export function projectReply(
  { projects, staleSeconds }: Awaited<ReturnType<Registry['read']>>,
  name: string,
  caller: Caller,
  ifNoneMatch: string | undefined,
): Reply {
  const index = findProject(projects, name, caller)
  if (index === -1) throw new DomainError('not-found', 'Project not found')
  const project = publicProject(asRecord(projects[index]))
  const etag = entityTag(project)
  const headers = { etag, ...readHeaders(staleSeconds) }
  return matchesAny(ifNoneMatch, etag)
    ? reply(304, undefined, headers)
    : reply(200, project, headers)
}
