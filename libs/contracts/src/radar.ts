import { z } from 'zod'

/** A kind of technology. */
export const Quadrant = z.looseObject({ id: z.string(), name: z.string() }).meta({ id: 'Quadrant' })
/** How far the organisation recommends a technology. */
export const Ring = z.looseObject({ id: z.string(), name: z.string() }).meta({ id: 'Ring' })
/** A technology on the radar. */
export const RadarEntry = z.looseObject({ id: z.string() }).meta({ id: 'RadarEntry' })

/**
 * `main/onsRadarSkeleton.json`: what every reader relies on. Elements stay unknown on purpose: one
 * odd entry must not take the radar away, nor make it impossible to edit. What may be written is
 * stricter.
 */
export const RadarDocument = z
  .looseObject({
    title: z.string(),
    quadrants: z.array(z.unknown()),
    rings: z.array(z.unknown()),
    entries: z.array(z.unknown()),
  })
  .meta({ id: 'RadarDocument' })
export type RadarDocument = z.infer<typeof RadarDocument>
export type RadarEntry = z.infer<typeof RadarEntry>
export type Quadrant = z.infer<typeof Quadrant>
export type Ring = z.infer<typeof Ring>
