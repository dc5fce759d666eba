import { CONTROL, orStored, strictly } from '@landscape/contracts/control-members'
import { describedAs } from '@landscape/contracts/described-as'
import { BannerInputShape } from '@landscape/contracts/inputs'
import { isRecord, type JsonRecord } from '@landscape/contracts/json'
import { z } from 'zod'
import { COMPARED_FIELDS } from './address.ts'

export const INVALID = 'Invalid banner data'
export const MAX_BANNERS = 10_000

/** Whether the id of a banner is a string or absent; any other value is a field of another program. */
function hasId(banner: JsonRecord): banner is JsonRecord & { id?: string | null } {
  return typeof (banner['id'] ?? '') === 'string'
}

/** A banner without its id. */
export function withoutId(banner: JsonRecord): JsonRecord {
  if (!hasId(banner)) return banner
  const { id: _id, ...rest } = banner
  return rest
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
  .union([Banners, z.looseObject({ messages: Banners, ...orStored(CONTROL) }, INVALID)], {
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

/** The banner that an update replaces. */
export const BannerAddress = z.object({ index: Index.optional(), id: Id.nullish() })

const UPDATE_CONTROLS = { index: Position.optional(), id: Id.nullish(), dryRun }

/** A banner under `banner`, or its fields at the top level; `id` or `index` names the one to replace. */
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
export function isAddressed({ index, id }: { index?: unknown; id?: unknown }): boolean {
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
