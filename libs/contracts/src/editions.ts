import { z } from 'zod'
import { isSlug } from './admit.ts'
import { describedAs } from './described-as.ts'
import { InstantText, parseIsoInstant } from './iso-instant.ts'
import { recordsOf } from './json.ts'
import { oncePerObject } from './once-per-object.ts'

/** Name of the present radar in comparisons; an edition cannot have it. */
export const NOW = 'now'
export const MAX_EDITIONS = 200

/** A named instant of the radar. */
export const Edition = z
  .object({
    id: z.string().refine(isSlug, 'must be a slug').meta({ description: 'slug of the name' }),
    name: z.string(),
    at: InstantText.meta({ description: 'ISO 8601 in UTC with milliseconds' }),
    note: z.string().optional(),
  })
  .meta({ id: 'Edition', description: 'A named instant of the radar.' })
export type Edition = z.output<typeof Edition>

/** `main/radar_editions.json`: one malformed element does not affect the others. */
export const EditionsDocument = describedAs(z.array(z.unknown()), z.array(Edition))
export type EditionsDocument = z.infer<typeof EditionsDocument>

/** The readable editions, by their instants, the newest first; the first of several with one id. */
export const editionsOf = oncePerObject((stored: EditionsDocument): Edition[] => {
  const editions = recordsOf(stored).flatMap(({ id, name, at, note }): Edition[] => {
    const instant = typeof at === 'string' ? parseIsoInstant(at) : undefined
    if (typeof id !== 'string' || !isSlug(id) || typeof name !== 'string' || instant === undefined)
      return []
    const noted = typeof note === 'string' && note !== '' ? { note } : {}
    return [{ id, name, at: new Date(instant).toISOString(), ...noted }]
  })
  return [...new Map(editions.toReversed().map((one) => [one.id, one])).values()].toSorted(
    (a, b) => (a.at < b.at ? 1 : -1),
  )
})
