import { isDeepStrictEqual } from 'node:util'
import { bannerIds } from '@landscape/contracts/banners'
import { CONTROL } from '@landscape/contracts/control-members'
import { validated } from '@landscape/contracts/errors/validated'
import { asRecord, isRecord, type JsonRecord } from '@landscape/contracts/json'
import { BannerAddress, isAddressed, withoutId } from './bodies.ts'
import { withoutState } from './states.ts'
import type { Address } from './address.ts'
import type { Sent } from './edits.ts'
import { assertKnown, controlsIn } from '../history/control-members.ts'

/** A submitted banner and the address of the one that it replaces, if any. */
interface Update extends Sent {
  address: Address
  dryRun: boolean
}

/** Whether the body of an update names the banner to replace. */
export function isReplacement(body: JsonRecord): boolean {
  return [body, asRecord(body['banner'])].some(isAddressed)
}

/**
 * Reads the body of an update: a banner under `banner`, or its fields at the top level, with `index`, `id`
 * and `dryRun`. A member that equals one of the stored banner is a field of it.
 *
 * @throws DomainError `invalid-input` for an invalid index or id, and for other control members
 */
export function readUpdate(body: JsonRecord, banners: readonly unknown[]): Update {
  const stored = storedBanner(body, banners)
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

  const outer = isNested ? body : {}
  const id =
    outer['id'] ?? (isField('id', fields) || isNested ? textOf(fields['id']) : fields['id'])
  const inside = isField('index', fields) && typeof id === 'string' ? undefined : fields['index']
  const { index = inside } = outer
  return {
    address: validated(BannerAddress, { index, id }),
    dryRun: controls.dryRun === true,
    at: isNested ? ['banner'] : [],
    banner: isRecord(sent) ? withoutId(withoutState(withoutControls(sent, stored), stored)) : sent,
  }
}

/** The stored banner that the body names; an empty record if there is none. */
function storedBanner(body: JsonRecord, banners: readonly unknown[]): JsonRecord {
  const inside = asRecord(body['banner'])
  const id = textOf(body['id']) ?? textOf(inside['id'])
  const index =
    id === undefined ? (body['index'] ?? inside['index']) : bannerIds(banners).indexOf(id)
  return asRecord(typeof index === 'number' ? banners[index] : undefined)
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Members that are fields only if the stored banner has them. */
const CONTROLS = new Set(['index', 'dryRun'])

/** The submitted fields without these members; stored ones are kept. */
function withoutControls(sent: JsonRecord, stored: JsonRecord): JsonRecord {
  const isControl = ([name]: readonly [string, unknown]) => CONTROLS.has(name)
  const fields = Object.entries(sent).filter((member) => !isControl(member))
  return Object.fromEntries([...fields, ...Object.entries(stored).filter(isControl)])
}
