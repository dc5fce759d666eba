import { z } from 'zod'

/**
 * `audit-tool/array_data.json`: technology lists by category. Other programs store lists unchecked,
 * so one that is odd must not take away the others.
 */
export const ArrayDataDocument = z.record(z.string(), z.unknown()).meta({ id: 'ArrayDataDocument' })
export type ArrayDataDocument = z.infer<typeof ArrayDataDocument>
