import { z } from 'zod'

/**
 * For what somebody else checks, or nobody: takes whatever `any` does, in no time that grows with it, and
 * is described as another schema.
 */
export function describedAs<S extends z.ZodType>(
  any: S,
  schema: z.ZodType,
  meta: { id?: string; description?: string } = {},
): S {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, { io: 'input' })
  return any.meta({ ...described, ...meta })
}
