import { BANNER_STATES } from '@landscape/contracts/banners'
import { CONTROL, strictly } from '@landscape/contracts/control-members'
import { describedAs } from '@landscape/contracts/described-as'
import { validated } from '@landscape/contracts/errors/validated'
import { BannerInputShape } from './banner-input.ts'
import { asRecord, isRecord, type JsonRecord } from '@landscape/contracts/json'
import { z } from 'zod'
import { assertKnown, controlsIn } from '../history/control-members.ts'

/** A value of the request body and its path there. */
export interface Sent<T = unknown> {
  banner: T
  at: readonly PropertyKey[]
}

export const INVALID = 'Invalid banner data'
export const MAX_BANNERS = 10_000

/** Fields that must equal the stored ones when they are sent with an address. */
export const COMPARED_FIELDS: readonly string[] = [
  'message',
  'title',
  'description',
  'pages',
  'page',
  'type',
  'startsAt',
  'endsAt',
]

/** A banner by id, by index, or by both, which must agree. Other fields must equal the stored ones. */
export interface Address {
  id?: string | null | undefined
  index?: number | undefined
  [field: string]: unknown
}

const INVALID_INDEX = 'Invalid banner index'

/** An index, for the API description. */
const Position = z.int().min(0)
/** An index. Not `z.int()`, because an unsafe integer must be reported as out of range. */
const Index = z.number(INVALID_INDEX).refine(Number.isInteger, {
  message: INVALID_INDEX,
  params: { detail: 'must be an integer' },
})

/** The elements are validated against the stored ones later. */
const Banners = describedAs(
  z.array(z.unknown(), INVALID),
  z.array(BannerInputShape).max(MAX_BANNERS),
)

/** The complete list, as an array or as the document; `at` is its path in the body. */
export const ReplaceBody = z
  .union([Banners, z.looseObject({ messages: Banners, ...CONTROL }, INVALID)], {
    error: faultOfList,
  })
  .transform((body) => ({
    messages: Array.isArray(body) ? body : body.messages,
    at: Array.isArray(body) ? [] : ['messages'],
    /** Empty if the body is an array. */
    document: Array.isArray(body) ? {} : body,
  }))

/** An array has one error text; members of a document other than the banners have their own. */
function faultOfList({
  input,
  errors,
}: {
  input?: unknown
  errors?: z.core.$ZodIssue[][]
}): string {
  const other = errors?.[1]?.find(({ path: [member] }) => member !== 'messages')
  return Array.isArray(input) ? INVALID : (other?.message ?? INVALID)
}

const INVALID_ID = 'Invalid banner id'

/** The id of a banner in responses. */
const Id = z.string(INVALID_ID).min(1, INVALID_ID)

const { dryRun } = CONTROL

const UPDATE_CONTROLS = { index: Position.optional(), id: Id.nullish(), dryRun }

/** A banner under `banner`, or its fields at the top level; `id` or `index` names the one to change. */
export const UpdateBody = describedAs(
  z.custom<JsonRecord>(isRecord, { message: INVALID, params: { detail: 'must be an object' } }),
  z.union([
    z.intersection(BannerInputShape, z.looseObject(UPDATE_CONTROLS)),
    z.looseObject({ ...UPDATE_CONTROLS, banner: BannerInputShape }),
  ]),
  {
    description:
      'a banner, or its fields at the top level; id, index or both name the one to replace',
  },
)

/** A submitted banner, and the address of the one to change; without an address it is a new one. */
interface Update extends Sent {
  address?: Address
  dryRun?: boolean | undefined
}

/** @throws DomainError `invalid-input` for an invalid index or id, and for other control members */
export function readUpdate(body: JsonRecord): Update {
  const isNested = body['banner'] !== undefined
  const controls = controlsIn(body, { dryRun })
  const sent = isNested ? body['banner'] : body
  const fields = asRecord(sent)
  if (isNested && isRecord(sent)) {
    assertKnown(body, undefined, ['banner', 'id', 'index'])
    controlsIn(sent, {})
  }
  const { index = fields['index'] } = body
  const id = body['id'] ?? fields['id']
  const address = validated(z.object({ index: Index.optional(), id: Id.nullish() }), { index, id })
  const { id: _id, index: _index, dryRun: _control, ...banner } = fields
  return {
    ...(isAddressed(address) && { address }),
    dryRun: controls.dryRun,
    at: isNested ? ['banner'] : [],
    banner: isRecord(sent) ? withoutState(banner) : sent,
  }
}

/** Removes the state that a read added; an invalid one is left and rejected. */
export function withoutState(banner: unknown): unknown {
  if (!isRecord(banner) || !STATES.has(banner['state'])) return banner
  const { state: _derived, ...rest } = banner
  return rest
}

const STATES: ReadonlySet<unknown> = new Set(BANNER_STATES)

const guard = z
  .unknown()
  .optional()
  .meta({ description: 'rejected if the stored banner has another value' })
const ignored = z.unknown().optional().meta({ description: 'ignored' })

/** The members that name a banner, and its fields as the client read them. */
const ADDRESS = {
  index: Index.optional(),
  id: Id.nullish(),
  dryRun,
  ...Object.fromEntries(COMPARED_FIELDS.map((name) => [name, guard])),
  // Derived from the times, so it may differ since the read.
  state: ignored,
}

const UNADDRESSED = {
  message: INVALID_INDEX,
  path: ['index'],
  params: { detail: 'is missing; send an index or an id' },
}
/** Whether the index or a string as id names a banner. */
function isAddressed({ index, id }: { index?: unknown; id?: unknown }): boolean {
  return index !== undefined || typeof id === 'string'
}

/** A body that names a banner by id, index or both, with additional members. */
function addressed<S extends z.ZodRawShape>(shape: S) {
  const position = Position.meta({ description: 'index in the list' })
  const id = Id.meta({ description: 'the id of the banner in responses' })
  const either = z.union([
    z.strictObject({ ...shape, index: position, id: id.nullish() }),
    z.strictObject({ ...shape, index: position.optional(), id }),
  ])
  const sent = z.strictObject(shape, { error: strictly(INVALID_INDEX) })
  return describedAs(z.unknown(), either).pipe(sent.refine(isAddressed, UNADDRESSED))
}

/** The banner to delete; other members must equal the stored ones. */
export const DeleteBody = addressed({ ...ADDRESS, show: ignored })
export const ToggleBody = addressed({
  ...ADDRESS,
  show: z.boolean('Invalid banner visibility').optional(),
})
