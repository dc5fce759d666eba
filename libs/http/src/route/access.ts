import { isInScope } from '@landscape/contracts/api-keys'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { type Identity, mayAct } from '@landscape/contracts/identity'
import type { RequestHandler } from 'express'
import { unauthenticated } from '../errors/problem.ts'
import type { Access, Route } from './route.ts'

declare global {
  namespace Express {
    interface Locals {
      /** The caller; absent without an identity. */
      identity?: Identity | undefined
      /** Why the identity is invalid: only public routes accept the request. */
      identityError?: unknown
    }
  }
}

/** Middleware: checks that the caller may use a route. Public routes ignore the identity. */
export function requireAccess({ access, method, path }: Route): RequestHandler {
  return (_req, { locals }, next) => {
    if (access === 'public') delete locals.identity
    else if (locals.identityError !== undefined) throw locals.identityError
    authorise(access, locals.identity)
    assertInScope(locals.identity, method, path)
    next()
  }
}

const REQUIRED = { admin: 'Admin access required', reviewer: 'Reviewer access required' }

const GROUPS_OMITTED =
  'The token states that it lacks your groups because they are too many: ask for fewer groups in it'

/**
 * Checks that a caller may use a route.
 * @throws DomainError `unauthenticated` or `forbidden`
 */
export function authorise(access: Access, identity: Identity | undefined): void {
  if (access === 'public' || access === 'optional') return
  if (!identity) throw unauthenticated('Missing authentication tokens', 'missing')
  if (typeof access === 'object' && !mayAct(identity, access.anyGroup)) {
    const required = REQUIRED[access.anyGroup[0] ?? 'admin']
    if (!identity.areGroupsOmitted) throw new DomainError('forbidden', required)
    throw new DomainError('forbidden', `${required}. ${GROUPS_OMITTED}`, {
      reason: 'groups omitted',
    })
  }
}

/**
 * Checks that a request is in the scope of the caller's API key; other callers have no scope.
 *
 * @param path without query
 * @throws DomainError `forbidden`
 */
export function assertInScope(
  identity: Identity | undefined,
  method: string | undefined,
  path: string,
): void {
  const scope = identity?.keyScope
  if (scope === undefined || isInScope(scope, method?.toUpperCase(), path)) return
  throw new DomainError('forbidden', `An API key of scope '${scope}' may not send this request`)
}
