import { createKeyText } from '@landscape/contracts/api-key-text'
import {
  type ApiKey,
  type ApiKeyHashesDocument,
  KEY_SCOPES,
  KEYS_PATH,
} from '@landscape/contracts/api-keys'
import { BODY_SIZES } from '@landscape/contracts/body-sizes'
import { onlyMembers, strictly } from '@landscape/contracts/control-members'
import { matching } from '@landscape/contracts/described-as'
import { actorOf } from '@landscape/http/responses/documents'
import { reply } from '@landscape/http/responses/reply'
import { route, type Route } from '@landscape/http/route/route'
import { z } from 'zod'
import { addKey, revokeKey, stateOf, withHash, withoutHash } from './keys.ts'
import { type KeyDocuments, NO_HASHES, NO_KEYS, readFresh, readKeys } from './read-fresh.ts'
import { ownMember } from '@landscape/contracts/json'

interface KeyRoutesDeps extends KeyDocuments {
  /** Milliseconds since the epoch. */
  now: () => number
}

const MAX_DAYS = 365
const Name = matching(
  /^[a-z\d](?:[a-z\d-]{0,38}[a-z\d])?$/,
  'Invalid name',
  'must consist of 1 to 40 lower-case letters, digits and inner hyphens',
)
const INVALID_DAYS = 'Invalid expiresInDays'

const KeyInput = z.strictObject(
  {
    name: Name.meta({ description: 'unique among active keys; the author in the history' }),
    scope: z.enum(KEY_SCOPES, 'Invalid scope').meta({
      description:
        '`read`: reads as a caller without groups; `registry`: ' +
        'also creates projects, and edits those that it created; `admin`: ' +
        'everything that an administrator may do, except keys',
    }),
    expiresInDays: z
      .int(INVALID_DAYS)
      .min(1, INVALID_DAYS)
      .max(MAX_DAYS, INVALID_DAYS)
      .meta({ description: 'days until the key expires' }),
  },
  { error: strictly('Invalid API key') },
)

const Instant = z.string().meta({ description: 'ISO 8601 in UTC with milliseconds' })
const ShownKey = z
  .object({
    id: z.string(),
    name: z.string(),
    scope: z.enum(KEY_SCOPES),
    state: z.enum(['active', 'expired', 'revoked']),
    createdBy: z.string(),
    createdAt: Instant,
    expiresAt: Instant,
    lastUsed: z.string().optional().meta({ description: 'UTC day; absent before the first use' }),
    revokedBy: z.string().optional(),
    revokedAt: Instant.optional(),
  })
  .meta({ id: 'ApiKey' })
type ShownKey = z.infer<typeof ShownKey>

const KeyPath = z.object({
  id: z.string().meta({
    description: '`id` of a key, from [listApiKeys](/docs#/Administration/listApiKeys)',
    param: { example: '4f1c09a7b2de' },
  }),
})

const COMMON = { tag: 'Administration', access: { anyGroup: ['admin'] } } as const
const NO_STORE = { 'cache-control': 'no-store' }

/** API keys of programs, for administrators; a key itself may not use them. */
export function keyRoutes(deps: KeyRoutesDeps): Route[] {
  return [listRoute(deps), createRoute(deps), revokeRoute(deps)]
}

function listRoute({ apiKeys, apiKeyHashes, now }: KeyRoutesDeps): Route {
  return route({
    ...COMMON,
    method: 'get',
    path: KEYS_PATH,
    id: 'listApiKeys',
    summary: 'API keys of programs',
    description: 'In the order of their creation, without the keys themselves.',
    reply: z.object({ keys: z.array(ShownKey) }),
    codes: ['unavailable'],
    async handle() {
      const [{ keys }, hashes] = await readKeys({ apiKeys, apiKeyHashes })
      return reply(200, { keys: keys.map((key) => shown(key, hashes, now())) }, NO_STORE)
    },
  })
}

function createRoute({ apiKeys, apiKeyHashes, now }: KeyRoutesDeps): Route {
  return route({
    ...COMMON,
    method: 'post',
    path: KEYS_PATH,
    id: 'createApiKey',
    summary: 'Create an API key for a program',
    description:
      'Only this response contains the key; its hash is stored. ' +
      'Programs send it as `Authorization: Bearer lsk_…`.',
    body: KeyInput,
    bodySize: BODY_SIZES[KEYS_PATH],
    reply: z.object({ message: z.string(), secret: z.string(), key: ShownKey }),
    status: 201,
    codes: ['conflict', 'quota-exceeded', 'insufficient-storage'],
    async handle({ body, identity, requestId }) {
      const by = actorOf({ identity, requestId }, 'create API key')
      const { text, id, hash } = createKeyText()
      const before = await readFresh(apiKeyHashes, NO_HASHES)
      // The key before its hash: a key without a hash is visible, but not accepted.
      const { result, value } = await apiKeys.change(
        (current = NO_KEYS) => {
          const { document, key } = addKey(current, { id, ...body }, stampOf(identity.email, now))
          return { next: document, result: key }
        },
        { by },
      )
      const stored = new Set(value.keys.map((key) => key.id))
      const removed = new Set(Object.keys(before).filter((one) => !stored.has(one)))
      await apiKeyHashes.change(
        (current = NO_HASHES) => ({
          next: withHash(current, { id, hash, removed }),
          result: undefined,
        }),
        { by },
      )
      const message = 'API key created. Store the secret: it cannot be shown again.'
      return reply(201, { message, secret: text, key: shown(result, {}, now()) }, NO_STORE)
    },
  })
}

function revokeRoute({ apiKeys, apiKeyHashes, now }: KeyRoutesDeps): Route {
  return route({
    ...COMMON,
    method: 'post',
    path: `${KEYS_PATH}/:id/revoke`,
    id: 'revokeApiKey',
    summary: 'Revoke an API key',
    description:
      'The gateway rejects the key within 5 seconds. ' +
      'A revocation cannot be undone. ' +
      'Revoking a key again changes nothing.',
    params: KeyPath,
    body: z.unknown().check(onlyMembers([])).meta({ description: 'an object without members' }),
    bodySize: BODY_SIZES[KEYS_PATH],
    bodyOptional: true,
    reply: z.object({ message: z.string(), key: ShownKey }),
    codes: ['not-found', 'insufficient-storage'],
    async handle({ params: { id }, identity, requestId }) {
      const by = actorOf({ identity, requestId }, 'revoke API key')
      const { result } = await apiKeys.change(
        (current = NO_KEYS) => {
          const { document, key } = revokeKey(current, id, stampOf(identity.email, now))
          return { next: document, result: key }
        },
        { by },
      )
      // Without its hash, no older version of the document makes the key valid again.
      const { value: hashes } = await apiKeyHashes.change(
        (current = NO_HASHES) => ({ next: withoutHash(current, id), result: undefined }),
        { by },
      )
      return reply(200, { message: 'API key revoked', key: shown(result, hashes, now()) }, NO_STORE)
    },
  })
}

function stampOf(by: string, now: () => number) {
  return { by, now: now() }
}

function shown(key: ApiKey, hashes: ApiKeyHashesDocument, now: number): ShownKey {
  const { id, name, scope, createdBy, createdAt, expiresAt, revokedBy, revokedAt } = key
  const lastUsed = ownMember(hashes, id)?.lastUsed
  return {
    id,
    name,
    scope,
    state: stateOf(key, now),
    createdBy,
    createdAt,
    expiresAt,
    ...(lastUsed !== undefined && { lastUsed }),
    ...(revokedBy !== undefined && { revokedBy }),
    ...(revokedAt !== undefined && { revokedAt }),
  }
}
