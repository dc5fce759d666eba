import { z } from 'zod'

/** Extents of the permissions of a key; see `isInScope`. */
export const KEY_SCOPES = ['read', 'registry', 'admin'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

const KeyId = z.string().regex(/^[\da-f]{12}$/)
const Hash = z.string().regex(/^[\da-f]{64}$/)
const Author = z.string().min(1)

/** One API key in `main/api_keys.json`; times are ISO 8601 in UTC. */
export const ApiKey = z.looseObject({
  id: KeyId,
  name: z.string().min(1),
  scope: z.enum(KEY_SCOPES),
  createdBy: Author,
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  revokedBy: Author.optional(),
  revokedAt: z.iso.datetime().optional(),
})
export type ApiKey = z.infer<typeof ApiKey>

/**
 * `main/api_keys.json`, with history. It has no hashes: history records and responses contain everything that
 * is in it.
 */
export const ApiKeysDocument = z.looseObject({ keys: z.array(ApiKey) })
export type ApiKeysDocument = z.infer<typeof ApiKeysDocument>

/**
 * `main/api_key_hashes.json`, without history: by id, the hash of a key and the day of its last use (UTC).
 * Only keys with a hash are accepted; the hash of a revoked key is removed.
 */
export const ApiKeyHashesDocument = z.record(
  KeyId,
  z.looseObject({ hash: Hash.optional(), lastUsed: z.iso.date().optional() }),
)
export type ApiKeyHashesDocument = z.infer<typeof ApiKeyHashesDocument>

/** Keys that the gateway accepts, in the response of the admin-review service to it. */
export const AcceptedKeys = z.object({
  keys: z.array(
    z.object({
      id: KeyId,
      name: z.string(),
      scope: z.enum(KEY_SCOPES),
      /** Milliseconds since the epoch. */
      expiresAt: z.number(),
      hash: Hash,
    }),
  ),
})
export type AcceptedKeys = z.infer<typeof AcceptedKeys>

/** Paths of the routes for the gateway; no prefix of the gateway leads to them. */
export const INTERNAL_KEYS_PATH = '/internal/keys'
export const INTERNAL_KEY_USE_PATH = '/internal/keys/used'

/** Path of the keys, which no key may use. */
export const KEYS_PATH = '/admin/api/keys'
/** Path of the tools of agents, which only read. */
export const MCP_PATH = '/mcp'
const REGISTRY_PATH = '/api/v1'

/**
 * Whether a request is in the scope of a key. Every scope permits reads, those of agents included; `registry` also
 * permits edits of the registry, `admin` all edits. No key permits a request for keys. Groups are checked in addition.
 *
 * @param path without query, after the gateway has replaced an alias
 */
export function isInScope(scope: KeyScope, method: string | undefined, path: string): boolean {
  if (isUnder(path, KEYS_PATH)) return false
  if (scope === 'admin' || method === 'GET' || method === 'HEAD') return true
  if (method === 'POST' && path === MCP_PATH) return true
  return scope === 'registry' && isUnder(path, REGISTRY_PATH)
}

function isUnder(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`)
}

/** The author of what a key does: its name, which no e-mail address equals. */
export function keyAuthor(name: string): string {
  return `key:${name}`
}
