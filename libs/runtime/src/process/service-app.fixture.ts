import { DomainError } from '@landscape/contracts/errors/domain-error'
import { reply } from '@landscape/http/responses/reply'
import { type Route, route } from '@landscape/http/route/route'
import {
  createIdentitySigner,
  createIdentityVerifier,
  IDENTITY_HEADER,
} from '../identity/identity-token.ts'
import { createLogger } from '../logging/create-logger.ts'
import { z } from 'zod'
import { serviceApp } from './service-app.ts'

const SECRET = 'a-secret-of-more-than-32-characters'
export const signer = createIdentitySigner(SECRET)
export const headerFor = async (...groups: string[]) => ({
  [IDENTITY_HEADER]: await signer.sign({ subject: '1', email: 'kim@acme.example', groups }, 'test'),
})

export const routes: Route[] = [
  route({
    method: 'post',
    path: '/admin/api/toggle',
    summary: 'Toggle',
    access: { anyGroup: ['admin'] },
    body: z.looseObject({ index: z.int('Invalid banner index') }, 'Invalid banner index'),
    bodySize: 'document',
    reply: z.object({ index: z.int(), by: z.string() }),
    handle: ({ body, identity }) => ({ index: body.index, by: identity.email }),
  }),
  route({
    method: 'get',
    path: '/api/things/:name',
    summary: 'Get a thing',
    access: 'public',
    params: z.object({ name: z.string() }),
    reply: z.unknown(),
    conditional: 'read',
    codes: ['not-found'],
    handle: ({ params }) => {
      if (params.name === 'none') throw new DomainError('not-found', 'No such thing')
      if (params.name === 'down')
        throw new DomainError('unavailable', 'Unavailable', { retryAfter: 3 })
      if (params.name === 'failed') throw new DomainError('failed', 'Unable to load it')
      if (params.name === 'bug') throw new TypeError('secret internals of kim@acme.example')
      return reply(200, { name: params.name }, { etag: '"1"' })
    },
  }),
  route({
    method: 'get',
    path: '/api/me',
    summary: 'Get the caller',
    access: 'optional',
    reply: z.unknown(),
    handle: ({ identity }) => ({ email: identity?.email ?? null }),
  }),
]

export function captured() {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  return { lines, logger: createLogger({ service: 'test', level: 'info', destination }) }
}

export function appWith(list = routes, ownHost?: string) {
  const { lines, logger } = captured()
  const app = serviceApp({
    routes: list,
    identity: createIdentityVerifier([SECRET], 'test'),
    logger,
    health: { checks: {}, isDraining: () => false },
    ownHost,
    bodyLimit: 1_000_000,
    checkReplies: true,
  })
  return { app, lines }
}
export const { app } = appWith()
