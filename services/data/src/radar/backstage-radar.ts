import { z } from 'zod'

const text = z.string()
const Part = z.object({ id: text, name: text })

/** The `TechRadarLoaderResponse` of the radar plugin of Backstage. */
export const BackstageRadar = z
  .object({
    quadrants: z.array(Part),
    rings: z.array(Part.extend({ color: text, description: text.optional() })),
    entries: z.array(
      z.object({
        id: text,
        key: text,
        title: text,
        quadrant: text.meta({ description: 'id of a quadrant' }),
        url: text.optional(),
        description: text.optional(),
        links: z.array(z.object({ url: text, title: text })).optional(),
        timeline: z
          .array(
            z.object({
              date: text.meta({ description: 'ISO 8601' }),
              ringId: text,
              description: text.optional(),
              // Code that openapi-generator makes for Java does not compile for an enumeration of numbers.
              moved: z
                .int()
                .min(-1)
                .max(1)
                .meta({ description: '1: inwards, -1: outwards, 0: neither' }),
            }),
          )
          .meta({ description: 'positions, the present one first' }),
      }),
    ),
  })
  .meta({ id: 'BackstageRadar' })
export type BackstageRadar = z.infer<typeof BackstageRadar>

interface Entry {
  id: string
  key: string
  title: string
  /** Id of its quadrant. */
  quadrant: string
  url: string | undefined
  description: string
  links: { url: string; title: string }[]
  /** The present position last. */
  positions: readonly {
    /** Milliseconds since the epoch. */
    instant: number
    ringId: string
    description: string
    moved: -1 | 0 | 1
  }[]
}

interface Radar {
  quadrants: readonly { id: string; name: string }[]
  rings: readonly { id: string; name: string; color?: unknown; description?: unknown }[]
  entries: readonly Entry[]
}

/** The plugin fails at colours that it cannot parse. */
const COLOUR = /^#([\da-f]{3}|[\da-f]{6})$/i

/**
 * Writes a radar in the form of the plugin.
 *
 * @param colourOf colour of a ring by its index, for a ring without a hexadecimal one
 */
export function backstageRadar(
  { quadrants, rings, entries }: Radar,
  colourOf: (ring: number) => string,
): BackstageRadar {
  return {
    quadrants: quadrants.map(({ id, name }) => ({ id, name })),
    rings: rings.map(({ id, name, color, description }, i) => ({
      id,
      name,
      color: typeof color === 'string' && COLOUR.test(color) ? color : colourOf(i),
      ...(typeof description === 'string' && { description }),
    })),
    entries: entries.map(({ id, key, title, quadrant, url, description, links, positions }) => ({
      id,
      key,
      title,
      quadrant,
      ...(url !== undefined && { url }),
      ...(description !== '' && { description }),
      ...(links.length > 0 && { links }),
      timeline: positions.toReversed().map((position) => ({
        date: new Date(position.instant).toISOString(),
        ringId: position.ringId,
        ...(position.description !== '' && { description: position.description }),
        moved: position.moved,
      })),
    })),
  }
}
