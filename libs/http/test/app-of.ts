import { createIdentityVerifier } from '@landscape/identity'
import { createLogger } from '@landscape/logging'
import express, { type Express } from 'express'
import { mountRoutes } from '../src/mount-routes.ts'
import { notFound, problemHandler } from '../src/problem-handler.ts'
import { requestContext } from '../src/request-context.ts'
import type { Route } from '../src/route.ts'

/** An app of these routes and nothing else. */
export function appOf(routes: readonly Route[], { bodyLimit = 1_000 } = {}): Express {
  const logger = createLogger({ service: 'test', level: 'silent' })
  const identity = createIdentityVerifier(['a-secret-of-more-than-32-characters'], 'test')
  return express()
    .use(requestContext({ logger }))
    .use(mountRoutes(routes, { identity, bodyLimit, checkReplies: true }))
    .use(notFound)
    .use(problemHandler({ logger }))
}
