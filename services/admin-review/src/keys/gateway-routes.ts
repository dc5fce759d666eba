import {
  AcceptedKeys,
  INTERNAL_KEY_USE_PATH,
  INTERNAL_KEYS_PATH,
} from '@landscape/contracts/api-keys'
import { strictly } from '@landscape/contracts/control-members'
import { reply } from '@landscape/http/responses/reply'
import { route, type Route } from '@landscape/http/route/route'
import { z } from 'zod'
import { acceptedKeys, withUse } from './keys.ts'
import { type KeyDocuments, NO_HASHES, readKeys } from './read-fresh.ts'

interface GatewayRoutesDeps extends KeyDocuments {
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Routes for the gateway, which verifies keys: the accepted keys, and the record of a use. */
export function gatewayRoutes({ apiKeys, apiKeyHashes, now }: GatewayRoutesDeps): Route[] {
  return [
    route({
      method: 'get',
      path: INTERNAL_KEYS_PATH,
      summary: 'Keys that the gateway accepts, with their hashes',
      access: 'authenticated',
      reply: AcceptedKeys,
      codes: ['unavailable'],
      async handle() {
        const [keys, hashes] = await readKeys({ apiKeys, apiKeyHashes })
        return reply(200, acceptedKeys(keys, hashes, now()), { 'cache-control': 'no-store' })
      },
    }),
    route({
      method: 'post',
      path: INTERNAL_KEY_USE_PATH,
      summary: 'Record the day of the last use of a key',
      access: 'authenticated',
      body: z.strictObject(
        { id: z.string('Invalid id').max(12, 'Invalid id') },
        { error: strictly('Invalid use') },
      ),
      bodySize: 'small',
      reply: z.undefined(),
      status: 204,
      codes: ['insufficient-storage'],
      async handle({ body, identity, requestId }) {
        await apiKeyHashes.change(
          (current = NO_HASHES) => ({
            next: withUse(current, body.id, now()),
            result: undefined,
          }),
          { by: { actor: identity.subject, email: identity.email, action: 'use', requestId } },
        )
        return reply(204, undefined)
      },
    }),
  ]
}
