import { isDeepStrictEqual } from 'node:util'
import {
  asRecord,
  bannerIds,
  CONTROL,
  isRecord,
  type JsonRecord,
  validated,
} from '@landscape/contracts'
import { assertKnown } from '../history/assert-known.ts'
import { BannerAddress, isAddressed, withoutId } from './bodies.ts'
import { withoutState } from './states.ts'
import type { Address, Sent } from './edits.ts'
import { controlsIn } from '../history/controls.ts'

/** A banner that a client sends, and which one it replaces; a new one when that is not said. */
interface Update extends Sent {
  address: Address
  dryRun: boolean
}

/** Whether the body of an update says which banner it replaces. */
export function isReplacement(body: JsonRecord): boolean {
  return [body, asRecord(body['banner'])].some(isAddressed)
}

/**
 * What the body of an update means: a banner under `banner`, or with its fields on the top level, beside
 * `index`, `id` and `dryRun`. A member that the stored banner has itself is a field of it that came back.
 *
 * @throws DomainError `invalid-input` for an index or id that is none, and for other control words
 */
export function readUpdate(body: JsonRecord, banners: readonly unknown[]): Update {
  const stored = meant(body, banners)
  const isField = (name: string, { [name]: value }: JsonRecord) =>
    Object.hasOwn(stored, name) && isDeepStrictEqual(value, stored[name])
  const isNested = body['banner'] !== undefined && !isField('banner', body)
  const sent = isNested ? body['banner'] : body
  const fields = asRecord(sent)
  const { dryRun } = CONTROL
  const controls = controlsIn(body, isNested ? undefined : stored, { dryRun })
  if (isNested && isRecord(sent)) {
    assertKnown(body, undefined, ['banner', 'id', 'index'])
    controlsIn(sent, stored, {})
  }

  const beside = isNested ? body : {}
  const id =
    beside['id'] ?? (isField('id', fields) || isNested ? textOf(fields['id']) : fields['id'])
  const inside = isField('index', fields) && typeof id === 'string' ? undefined : fields['index']
  const { index = inside } = beside
  return {
    address: validated(BannerAddress, { index, id }),
    dryRun: controls.dryRun === true,
    at: isNested ? ['banner'] : [],
    banner: isRecord(sent) ? withoutId(withoutState(withoutWords(sent, stored), stored)) : sent,
  }
}

/** The stored banner that a body says it replaces; one without members when there is none. */
function meant(body: JsonRecord, banners: readonly unknown[]): JsonRecord {
  const inside = asRecord(body['banner'])
  const id = textOf(body['id']) ?? textOf(inside['id'])
  const index =
    id === undefined ? (body['index'] ?? inside['index']) : bannerIds(banners).indexOf(id)
  return asRecord(typeof index === 'number' ? banners[index] : undefined)
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Members that are no fields of a banner, unless it has them. */
const WORDS = new Set(['index', 'dryRun'])

/** A banner without such members; those that are stored stay as they are. */
function withoutWords(sent: JsonRecord, stored: JsonRecord): JsonRecord {
  const isWord = ([name]: readonly [string, unknown]) => WORDS.has(name)
  const fields = Object.entries(sent).filter((member) => !isWord(member))
  return Object.fromEntries([...fields, ...Object.entries(stored).filter(isWord)])
}
