import { asRecord, elementsOf, type JsonRecord } from '@landscape/contracts/json'
import type { RepairableFinding } from './references.ts'

/** API keys that nobody revoked, but whose hash is not stored: programs that send them get 401. */
export function keysWithoutHash(keys: unknown, hashes: JsonRecord): RepairableFinding[] {
  return elementsOf(keys).flatMap((element, i) => {
    const { id, revokedAt } = asRecord(element)
    const isLost =
      revokedAt === undefined &&
      typeof id === 'string' &&
      !Object.hasOwn(asRecord(hashes[id]), 'hash')
    if (!isLost) return []
    const repair = 'revoke it and create another, or restore main/api_key_hashes.json from a backup'
    const outcome = 'listed as active, but not accepted'
    return [
      {
        path: ['keys', i],
        what: 'has no stored hash, so that it is not accepted',
        outcome,
        repair,
      },
    ]
  })
}
