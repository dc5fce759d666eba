import {
  BannerInput,
  BannerInputShape,
  CONTROL,
  describedAs,
  isRecord,
  orStored,
  strictly,
  type JsonRecord,
} from '@landscape/contracts'
import { z } from 'zod'

export const INVALID = 'Invalid banner data'
export const MAX_BANNERS = 10_000

/** Whether a banner has an id that is one, or none; what is no text is somebody else's field. */
function hasId(banner: JsonRecord): banner is JsonRecord & { id?: string | null } {
  return typeof (banner['id'] ?? '') === 'string'
}

/** A banner without the id under which it is known. */
export function withoutId(banner: JsonRecord): JsonRecord {
  if (!hasId(banner)) return banner
  const { id: _id, ...rest } = banner
  return rest
}

const INVALID_INDEX = 'Invalid banner index'

/** A position as it is described. */
const Position = z.int().min(0)
/** A position in the list. Not `z.int()`: however large a whole number is, it is out of range. */
const Index = z.number(INVALID_INDEX).refine(Number.isInteger, {
  message: INVALID_INDEX,
  params: { detail: 'must be a whole number' },
})

/** Its elements are judged when it is known what is stored. */
const Banners = describedAs(
  z.array(z.unknown(), INVALID),
  z.array(BannerInputShape).max(MAX_BANNERS),
)

/** A whole list, bare or as the document; `at`: where it stands in the body. */
export const ReplaceBody = z
  .union([Banners, z.looseObject({ messages: Banners, ...orStored(CONTROL) }, INVALID)], {
    error: faultOfList,
  })
  .transform((body) => ({
    messages: Array.isArray(body) ? body : body.messages,
    at: Array.isArray(body) ? [] : ['messages'],
    /** Of a bare list none. */
    document: Array.isArray(body) ? {} : body,
  }))

/** A bare list has one text for every fault; a document may have others beside its banners. */
function faultOfList({
  input,
  errors,
}: {
  input?: unknown
  errors?: z.core.$ZodIssue[][]
}): string {
  const beside = errors?.[1]?.find(({ path: [member] }) => member !== 'messages')
  return Array.isArray(input) ? INVALID : (beside?.message ?? INVALID)
}

const INVALID_ID = 'Invalid banner id'

/** The id under which a banner is read. */
const Id = z.string(INVALID_ID).min(1, INVALID_ID)

const { dryRun } = CONTROL

/** Which banner an update replaces. */
export const BannerAddress = z.object({ index: Index.optional(), id: Id.nullish() })

const BESIDE_BANNER = { index: Position.optional(), id: Id.nullish(), dryRun }

/** A banner under `banner` or with its fields on the top level; with `id` or `index`, instead of that one. */
export const UpdateBody = describedAs(
  z.custom<JsonRecord>(isRecord, { message: INVALID, params: { detail: 'must be an object' } }),
  z.union([
    z.intersection(BannerInputShape, z.looseObject(BESIDE_BANNER)),
    z.looseObject({ ...BESIDE_BANNER, banner: BannerInputShape }),
  ]),
  { description: 'a banner, or its fields on the top level; which one, by id, index or both' },
)

const guard = z.unknown().optional().meta({ description: 'refused when the banner has another' })
/** The members of a banner that is posted as it was read. */
const GUARDS = Object.fromEntries(
  Object.keys(BannerInput.omit({ id: true, show: true }).shape).map((name) => [name, guard]),
)

const ADDRESS = {
  index: Index.optional(),
  id: Id.nullish(),
  dryRun,
  ...GUARDS,
}

const UNADDRESSED = {
  message: INVALID_INDEX,
  path: ['index'],
  params: { detail: 'is missing, and so is an id' },
}
/** Whether a banner is named, by position or id; an id that is no text names none. */
export function isAddressed({ index, id }: { index?: unknown; id?: unknown }): boolean {
  return index !== undefined || typeof id === 'string'
}

/** A body that says which banner, with these members beside: by its id, its position or both. */
function addressed<S extends z.ZodRawShape>(shape: S) {
  const position = Position.meta({ description: 'position in the list' })
  const id = Id.meta({ description: 'the id under which the banner is read' })
  const either = z.union([
    z.strictObject({ ...shape, index: position, id: id.nullish() }),
    z.strictObject({ ...shape, index: position.optional(), id }),
  ])
  const sent = z.strictObject(shape, { error: strictly(INVALID_INDEX) })
  return describedAs(z.unknown(), either).pipe(sent.refine(isAddressed, UNADDRESSED))
}

const besideDeletion = z.unknown().optional().meta({ description: 'of no effect' })

/** Which banner; its other members guard against another one that has moved there. */
export const DeleteBody = addressed({ ...ADDRESS, show: besideDeletion })
export const ToggleBody = addressed({
  ...ADDRESS,
  show: z.boolean('Invalid banner visibility').optional(),
})
