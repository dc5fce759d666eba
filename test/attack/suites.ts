import type { AttackSuite } from './attack.ts'
import { damagedDocuments } from './damaged-documents.ts'
import { forgedIdentity } from './forged-identity.ts'
import { madeUpTokens } from './made-up-tokens.ts'
import { stopping } from './stopping.ts'

/** Every attack that `npm run attack` makes; the quick ones are part of `npm test`. */
export const SUITES: readonly AttackSuite[] = [
  damagedDocuments,
  forgedIdentity,
  madeUpTokens,
  stopping,
]
