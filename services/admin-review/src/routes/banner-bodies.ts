import { z } from 'zod'
import { BannerInput } from '../banners/banner-input.ts'

const INVALID = 'Invalid banner data'
const INVALID_INDEX = 'Invalid banner index'

/** A position in the list. Not `z.int()`: however large a whole number is, it is out of range. */
const Index = z.number(INVALID_INDEX).refine(Number.isInteger, INVALID_INDEX)

/** A whole list, bare or as the document. */
export const ReplaceBody = z
  .union(
    [
      z.array(BannerInput, INVALID).max(10_000, INVALID),
      z.looseObject({ messages: z.array(BannerInput, INVALID).max(10_000, INVALID) }, INVALID),
    ],
    INVALID,
  )
  .transform((body) => (Array.isArray(body) ? body : body.messages))

const Update = z.object({ index: Index.optional(), banner: BannerInput })

/** A banner under `banner` or with its fields on the top level; with `index`, instead of that one. */
export const UpdateBody = z
  .looseObject({ index: Index.optional(), banner: BannerInput.optional() }, INVALID)
  .meta({ description: 'a banner, or its fields on the top level' })
  .transform(({ index, banner, ...flat }) => {
    const fields = banner ?? flat
    return { index: index ?? fields['index'], banner: fields } as z.input<typeof Update>
  })
  .pipe(Update)

/** Which banner; `message` and `title` guard against another one that has moved there. */
export const DeleteBody = z.looseObject(
  { index: Index, message: z.unknown().optional(), title: z.unknown().optional() },
  INVALID_INDEX,
)
export const ToggleBody = z.looseObject(
  {
    ...DeleteBody.shape,
    show: z.boolean('Invalid banner visibility').optional(),
  },
  INVALID_INDEX,
)
