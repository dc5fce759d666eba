import { CONTROL, onlyControls, strictly } from '@landscape/contracts'
import { z } from 'zod'

const INVALID = 'Invalid banner data'

const text = (longest: number) => z.string(INVALID).max(longest, INVALID)

/**
 * A banner as clients send it. One generation calls its text `message`, the next `description`;
 * very old records that come back in a whole list carry `page` instead of `pages`.
 */
export const BannerInput = z
  .looseObject(
    {
      message: text(10_000).nullish().meta({ description: 'the text, not empty' }),
      description: text(10_000).nullish().meta({ description: 'the text, when message is absent' }),
      pages: z
        .array(text(200).min(1, INVALID), INVALID)
        .min(1, INVALID)
        .max(100, INVALID)
        .nullish()
        .meta({ description: 'pages that show it, at least one' }),
      page: text(200).nullish(),
      id: text(200).nullish().meta({ description: 'the id under which it was read' }),
      title: text(500).nullish(),
      type: z.enum(['info', 'warning', 'error'], INVALID).nullish(),
      show: z.unknown().optional().meta({ description: 'everything except false means shown' }),
    },
    INVALID,
  )
  .refine((input) => textOf(input) !== '', INVALID)
  .refine((input) => pagesOf(input).length > 0, INVALID)
  .meta({ id: 'BannerInput' })
export type BannerInput = z.infer<typeof BannerInput>

interface Words {
  message?: string | null | undefined
  description?: string | null | undefined
}

/** The text of a banner, whichever generation sent it. */
export function textOf({ message, description }: Words): string {
  return message || description || ''
}

interface Places {
  pages?: readonly string[] | null | undefined
  page?: string | null | undefined
}

/** The pages that show a banner. */
export function pagesOf({ pages, page }: Places): readonly string[] {
  if (pages) return pages
  return page ? [page] : []
}

const INVALID_INDEX = 'Invalid banner index'

/** A position in the list. Not `z.int()`: however large a whole number is, it is out of range. */
const Index = z.number(INVALID_INDEX).refine(Number.isInteger, INVALID_INDEX)

/** A whole list, bare or as the document. */
export const ReplaceBody = z
  .union(
    [
      z.array(BannerInput, INVALID).max(10_000, INVALID),
      z
        .looseObject(
          { messages: z.array(BannerInput, INVALID).max(10_000, INVALID), ...CONTROL },
          INVALID,
        )
        .check(onlyControls('dryRun', 'confirmRemoval')),
    ],
    { error: faultOfList },
  )
  .transform((body) => (Array.isArray(body) ? { messages: body } : body))

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
const Id = z.string(INVALID_ID).min(1, INVALID_ID).max(200, INVALID_ID)

const { dryRun } = CONTROL
const ADDRESSED = { index: Index.optional(), id: Id.nullish(), dryRun }
const Update = z.object({ ...ADDRESSED, banner: BannerInput })

/** A banner under `banner` or with its fields on the top level; with `id` or `index`, instead of that one. */
export const UpdateBody = z
  .looseObject({ ...ADDRESSED, banner: BannerInput.optional() }, INVALID)
  .check(onlyControls('dryRun'))
  .meta({
    description: 'a banner, or its fields on the top level; which one, by id, index or both',
  })
  .transform(({ index, id, dryRun, banner, ...flat }) => {
    const { index: inside, id: idInside, ...fields } = banner ?? flat
    const address = { index: index ?? inside, id: id ?? idInside }
    return { ...address, dryRun, banner: fields } as z.input<typeof Update>
  })
  .pipe(Update)

const beside = z.unknown().optional().meta({ description: 'of no effect' })
/** What else a banner has that is posted as it was read. */
const BESIDE = { description: beside, type: beside, pages: beside, page: beside, show: beside }

const ADDRESS = {
  index: Index.optional().meta({ description: 'position in the list; needed without an id' }),
  id: Id.nullish().meta({ description: 'the id under which the banner is read' }),
  message: z.unknown().optional().meta({ description: 'refused when the banner has another' }),
  title: z.unknown().optional().meta({ description: 'refused when the banner has another' }),
  dryRun,
  ...BESIDE,
}

const isAddressed = ({ index, id }: { index?: unknown; id?: unknown }) =>
  index !== undefined || typeof id === 'string'

/** Which banner; `message` and `title` guard against another one that has moved there. */
export const DeleteBody = z
  .strictObject(ADDRESS, { error: strictly(INVALID_INDEX) })
  .refine(isAddressed, { message: INVALID_INDEX, path: ['index'] })
export const ToggleBody = z
  .strictObject(
    { ...ADDRESS, show: z.boolean('Invalid banner visibility').optional() },
    { error: strictly(INVALID_INDEX) },
  )
  .refine(isAddressed, { message: INVALID_INDEX, path: ['index'] })
