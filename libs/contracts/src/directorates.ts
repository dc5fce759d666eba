import { z } from 'zod'

export const Directorate = z
  .looseObject({ id: z.number(), name: z.string() })
  .meta({ id: 'Directorate' })

/** `main/directorates.json` */
export const DirectoratesDocument = z.array(Directorate).meta({ id: 'DirectoratesDocument' })
export type DirectoratesDocument = z.infer<typeof DirectoratesDocument>
