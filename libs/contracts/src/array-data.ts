import { z } from 'zod'

/** `audit-tool/array_data.json`: technology lists by category. */
export const ArrayDataDocument = z
  .record(z.string(), z.array(z.string()))
  .meta({ id: 'ArrayDataDocument' })
export type ArrayDataDocument = z.infer<typeof ArrayDataDocument>
