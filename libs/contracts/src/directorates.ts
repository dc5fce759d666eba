import { z } from 'zod'

/** `main/directorates.json`: objects with `id` and `name`; one odd element takes none away. */
export const DirectoratesDocument = z.array(z.unknown()).meta({ id: 'DirectoratesDocument' })
export type DirectoratesDocument = z.infer<typeof DirectoratesDocument>
